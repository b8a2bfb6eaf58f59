import { useTranslation } from 'react-i18next'
import { EndedJob } from '../core/jobs/EndedJob.tsx'
import type { JobView } from '../core/jobs/JobView.ts'
import { isIndexJob } from './indexJobs.ts'
import { indexFraction, IndexProgress } from './IndexProgress.tsx'

/** A base that is brought up to date, as one of the jobs. */
export const indexView: JobView = {
  fraction: (job) => (isIndexJob(job) ? indexFraction(job) : undefined),
  Progress: ({ job }) => (isIndexJob(job) ? <IndexProgress job={job} /> : null),
  Ended({ job }) {
    const { t } = useTranslation()
    return <EndedJob job={job} doneText={t('knowledge.job.done', { name: job.subject })} />
  },
}
