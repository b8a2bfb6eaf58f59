import { batchView } from '../batches/batchView.tsx'
import { EndedJob } from '../core/jobs/EndedJob.tsx'
import { JobProgress } from '../core/jobs/JobProgress.tsx'
import type { JobView } from '../core/jobs/JobView.ts'
import type { Job, JobState } from '../../shared/jobs.ts'
import { trainView } from '../fineTuning/trainView.tsx'
import { indexView } from '../knowledge/indexView.tsx'
import { transferView } from '../knowledge/transferView.tsx'
import { mediaWorkView } from '../media/mediaWorkView.tsx'
import { pullView } from '../providers/localModels/pullView.tsx'

/** The views of the features' kinds of jobs, by the names in main. */
const views: Readonly<Record<string, JobView>> = {
  'batches.run': batchView,
  'fineTuning.train': trainView,
  'knowledge.export': transferView,
  'knowledge.import': transferView,
  'knowledge.index': indexView,
  'media.generate': mediaWorkView,
  'providers.pull': pullView,
}

/** Shows a job of a kind that this version does not know: by its subject only. */
const unknownView: JobView = {
  fraction: () => undefined,
  Progress: ({ job }) => (
    <JobProgress job={job} title={job.subject} fraction={undefined} facts={[]} status="" />
  ),
  Ended: ({ job }) => <EndedJob job={job} doneText={job.subject} />,
}

/** Returns the state that a job is counted with. */
export function shownState(job: Job): JobState {
  return job.state === 'done' ? (jobViewOf(job).outcome?.(job) ?? 'done') : job.state
}

export function jobViewOf({ kind }: Job): JobView {
  return Object.hasOwn(views, kind) ? (views[kind] ?? unknownView) : unknownView
}
