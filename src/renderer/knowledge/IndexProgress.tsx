import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { JobProgress } from '../core/jobs/JobProgress.tsx'
import type { IndexJob } from './indexJobs.ts'

/** Shows how much of a base is up to date. */
export function IndexProgress({ job }: { job: IndexJob }): ReactNode {
  const { t } = useTranslation()
  const { progress, subject } = job
  return (
    <JobProgress
      job={job}
      title={t('knowledge.job.running', { name: subject })}
      fraction={indexFraction(job)}
      facts={
        progress && progress.total > 0
          ? [t('knowledge.part', { done: progress.done, total: progress.total })]
          : []
      }
      status={t('knowledge.job.starting')}
    />
  )
}

/** Returns how much is done, from 0 to 1; undefined while nobody knows. */
export function indexFraction({ progress }: IndexJob): number | undefined {
  return progress && progress.total > 0 ? progress.done / progress.total : undefined
}
