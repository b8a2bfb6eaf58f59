import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { trainJob } from '../../shared/fineTuning/fineTuning.ts'
import type { Job, JobOf } from '../../shared/jobs.ts'
import { EndedJob } from '../core/jobs/EndedJob.tsx'
import { JobProgress } from '../core/jobs/JobProgress.tsx'
import type { JobView } from '../core/jobs/JobView.ts'

type TrainJob = JobOf<typeof trainJob>

/** A training, as one of the jobs. */
export const trainView: JobView = {
  fraction: () => undefined,
  // A training that its service has refused or given up is done, but a failure to the user.
  outcome: (job) =>
    isTrainJob(job) && job.result && failures.has(job.result.state) ? 'failed' : 'done',
  Progress: TrainProgress,
  Ended: EndedTraining,
}

const failures: ReadonlySet<string> = new Set(['draft', 'unknown', 'failed'])

function isTrainJob(job: Job): job is TrainJob {
  const kind: TrainJob['kind'] = 'fineTuning.train'
  return job.kind === kind && job.input !== null
}

function TrainProgress({ job }: { job: Job }): ReactNode {
  const { t } = useTranslation()
  return (
    <JobProgress
      job={job}
      title={t('fineTuning.job.running', { name: job.subject })}
      fraction={undefined}
      facts={[]}
      status={t('fineTuning.state.running')}
    />
  )
}

function EndedTraining({ job }: { job: Job }): ReactNode {
  const { t } = useTranslation()
  const state = isTrainJob(job) ? (job.result?.state ?? 'succeeded') : 'succeeded'
  return (
    <EndedJob
      job={job}
      doneText={t('fineTuning.job.ended', {
        name: job.subject,
        state: t(`fineTuning.state.${state}`),
      })}
    />
  )
}
