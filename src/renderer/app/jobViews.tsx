import { EndedJob } from '../core/EndedJob.tsx'
import { JobProgress } from '../core/JobProgress.tsx'
import type { JobView } from '../core/JobView.ts'
import type { Job } from '../../shared/jobs.ts'
import { pullView } from '../providers/localModels/pullView.tsx'

/** The kinds of jobs that features have, by the names that main gives them. */
const views: Readonly<Record<string, JobView>> = { 'providers.pull': pullView }

/** Of another version's jobs there is nothing but what they are about. */
const unknownView: JobView = {
  fraction: () => undefined,
  Progress: ({ job }) => (
    <JobProgress job={job} title={job.subject} fraction={undefined} facts={[]} status="" />
  ),
  Ended: ({ job }) => <EndedJob job={job} doneText={job.subject} />,
}

export function jobViewOf({ kind }: Job): JobView {
  return Object.hasOwn(views, kind) ? (views[kind] ?? unknownView) : unknownView
}
