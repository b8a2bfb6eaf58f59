/**
 * Creates a job, or goes on with it if it is in the folder, and kills itself at one of its states.
 * Prints the state in which it ended, and how many pictures of it are there.
 */
import { existsSync } from 'node:fs'
import { finalMediaStates } from '../../../src/shared/media/media.ts'
import { falModel, openBenchFal } from './openBenchFal.ts'

const [origin = '', folder = '', id = '', killAt = ''] = process.argv.slice(2)
let now = Date.now()
const media = openBenchFal({
  ...{ origin, folder, now: () => (now += 1000) },
  onJob: ({ state }) => {
    if (state === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
const isKnown = media.database.all('SELECT 1 FROM media_job WHERE id = ?', id).length > 0
if (!isKnown) await media.create({ prompt: id }, { id, providerId: 'fal0', modelId: falModel })
const { state } = await media.until(id, ...finalMediaStates)
const pictures = media
  .outputs(id)
  .filter((output) => existsSync(media.blobs.path(String(output['file_id'])))).length
process.stdout.write(JSON.stringify({ state, pictures }))
process.exit()
