import type { Job, JobOf } from '../../shared/jobs.ts'
import type { indexJob } from '../../shared/knowledge/knowledgeJobs.ts'

export type IndexJob = JobOf<typeof indexJob>

const indexKind: IndexJob['kind'] = 'knowledge.index'

/** Tells whether a job brings a base up to date. An unreadable job does not count. */
export function isIndexJob(job: Job): job is IndexJob {
  return job.kind === indexKind && job.input !== null
}
