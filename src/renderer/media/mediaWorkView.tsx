import { useTranslation } from 'react-i18next'
import type { Job, JobOf } from '../../shared/jobs.ts'
import type { mediaWork } from '../../shared/media/media.ts'
import { EndedJob } from '../core/jobs/EndedJob.tsx'
import { JobProgress } from '../core/jobs/JobProgress.tsx'
import type { JobView } from '../core/jobs/JobView.ts'

type MediaWork = JobOf<typeof mediaWork>

const kind: MediaWork['kind'] = 'media.generate'

/** Tells whether a job is a request for media. An unreadable job does not count. */
function isMediaWork(job: Job): job is MediaWork {
  return job.kind === kind && job.input !== null
}

/** A request for media, as one of the jobs. */
export const mediaWorkView: JobView = {
  fraction: () => undefined,
  outcome(job) {
    const state = isMediaWork(job) ? job.result?.state : undefined
    if (state === undefined || state === 'done' || state === 'cancelled') return state ?? 'done'
    // Also unknown and lost ones, which the user has to look after.
    return 'failed'
  },
  Progress({ job }) {
    const { t } = useTranslation()
    const state = isMediaWork(job) ? job.progress?.state : undefined
    const status = t(`media.states.${state ?? 'waiting'}`)
    return (
      <JobProgress job={job} title={job.subject} fraction={undefined} facts={[]} status={status} />
    )
  },
  Ended({ job }) {
    const { t } = useTranslation()
    const state = isMediaWork(job) ? job.result?.state : undefined
    const outcome = t(`media.states.${state ?? 'done'}`)
    return <EndedJob job={job} doneText={t('media.jobs.ended', { prompt: job.subject, outcome })} />
  },
}
