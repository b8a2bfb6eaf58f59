import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { createJobsInHistory } from '../../../src/main/jobs/jobsInHistory.ts'
import { migration0006 } from '../../../src/main/jobs/migrations/0006jobs.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { paying, payingJob } from './payingJob.ts'

/** Runs a folder's jobs until it is killed, and starts jobs with the given names. */
const [, , folder, ...names] = process.argv
if (folder !== undefined) {
  const path = join(folder, 'jobs.sqlite')
  const database = openDatabase({ path, migrations: [migration0006.sql] })
  const jobs = createJobsInHistory(database, {
    kinds: [paying(folder)],
    broadcast: () => undefined,
    lockPath: join(folder, 'jobs.lock'),
    log: () => undefined,
  })
  for (const name of names) jobs.start(payingJob, { name })
  jobs.begin()
  writeSync(1, 'begun\n')
  setInterval(() => undefined, 1000)
}
