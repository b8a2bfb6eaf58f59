import type { Database } from '../../../src/main/storage/connection.ts'
import { openTestTrainings } from './openTestTrainings.ts'

/**
 * Trains a model, and kills its own process at a moment within it: after a row of the training was
 * written in this state, so often.
 */
const [, , folder = '', baseUrl = '', moment = '', times = '0', dialect] = process.argv

let left = Number(times)

function dying(database: Database): Database {
  return {
    ...database,
    run(sql, ...values) {
      const changed = database.run(sql, ...values)
      const isMoment = `${sql} ${values.map(String).join(' ')}`.includes(moment)
      if (moment === '' || !isMoment) return changed
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      left -= 1
      return changed
    },
  }
}

const trainings = openTestTrainings({
  ...{ folder, baseUrl, around: dying },
  ...(dialect === 'fireworks' && { dialect }),
})
trainings.begin()
const { id } = await trainings.add()
await trainings.start(id)
await trainings.until(id, ({ state }) => state === 'succeeded')
process.kill(process.pid, 'SIGKILL')
