import { useTranslation } from 'react-i18next'
import { EndedJob } from '../../core/jobs/EndedJob.tsx'
import type { JobView } from '../../core/jobs/JobView.ts'
import { pullFraction } from './pullFraction.ts'
import { PullProgress } from './PullProgress.tsx'
import { isPull } from './pulls.ts'

/** A model on its way to a local server, as one of the jobs. */
export const pullView: JobView = {
  fraction: (job) => (isPull(job) ? pullFraction(job) : undefined),
  Progress: ({ job }) => (isPull(job) ? <PullProgress job={job} /> : null),
  Ended({ job }) {
    const { t } = useTranslation()
    return <EndedJob job={job} doneText={t('providers.pull.done', { name: job.subject })} />
  },
}
