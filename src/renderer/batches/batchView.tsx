import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { runJob } from '../../shared/batches/batches.ts'
import type { Job, JobOf } from '../../shared/jobs.ts'
import { EndedJob } from '../core/jobs/EndedJob.tsx'
import { JobProgress } from '../core/jobs/JobProgress.tsx'
import type { JobView } from '../core/jobs/JobView.ts'
import { formatNumber } from '../ui/formatAmount.ts'

type BatchJob = JobOf<typeof runJob>

/** A table that is being sent, as one of the jobs. */
export const batchView: JobView = {
  fraction: (job) => (isBatchJob(job) ? fractionOf(job) : undefined),
  Progress: ({ job }) => (isBatchJob(job) ? <BatchProgress job={job} /> : null),
  Ended: EndedBatch,
}

function isBatchJob(job: Job): job is BatchJob {
  const kind: BatchJob['kind'] = 'batches.run'
  return job.kind === kind && job.input !== null
}

function fractionOf({ progress }: BatchJob): number | undefined {
  return progress && progress.total > 0 ? progress.done / progress.total : undefined
}

function BatchProgress({ job }: { job: BatchJob }): ReactNode {
  const { t, i18n } = useTranslation()
  const { progress } = job
  const format = (count: number): string => formatNumber(i18n.language, count)
  return (
    <JobProgress
      job={job}
      title={t('batches.job.running', { name: job.subject })}
      fraction={fractionOf(job)}
      facts={progress ? [`${format(progress.done)} / ${format(progress.total)}`] : []}
      status={t('batches.job.starting')}
    />
  )
}

function EndedBatch({ job }: { job: Job }): ReactNode {
  const { t } = useTranslation()
  const name = job.subject
  const isPaused = isBatchJob(job) && job.result?.state === 'paused'
  return (
    <EndedJob
      job={job}
      doneText={isPaused ? t('batches.job.paused', { name }) : t('batches.job.done', { name })}
    />
  )
}
