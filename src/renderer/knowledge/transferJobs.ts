import type { Job, JobOf } from '../../shared/jobs.ts'
import type { exportJob, importJob } from '../../shared/knowledge/knowledgeJobs.ts'

export type TransferJob = JobOf<typeof exportJob> | JobOf<typeof importJob>

const kinds: readonly string[] = [
  'knowledge.export',
  'knowledge.import',
] satisfies TransferJob['kind'][]

/** Tells whether a job takes a base out or in as a file. An unreadable job does not count. */
export function isTransferJob(job: Job): job is TransferJob {
  return kinds.includes(job.kind) && job.input !== null
}
