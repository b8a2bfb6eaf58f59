import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaJob } from '../../../shared/media/media.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { ElapsedTime } from '../../ui/status/ElapsedTime.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ProgressBar } from '../../ui/status/ProgressBar.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { hasEnded } from '../hasEnded.ts'
import { cancelJob, forgetJob, jobLogsAtom, previewsAtom } from '../mediaJobs.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { formatClock } from '../../ui/formatAmount.ts'
import { useSecondsUntil } from '../../ui/status/useSecondsUntil.ts'
import { JobProblem } from './JobProblem.tsx'
import { jobsInOrder } from './jobsInOrder.ts'
import { jobPrice } from './jobPrice.ts'

/** Lists jobs that are under way, and those that the user has to decide about. */
export function JobStrip({ jobs }: { jobs: readonly MediaJob[] }): ReactNode {
  const { t } = useTranslation()
  if (jobs.length === 0) return null
  return (
    <ul aria-label={t('media.jobs.title')} className="space-y-2">
      {jobsInOrder(jobs).map((job) => (
        <li key={job.id} className="rounded-xl border border-line px-3.5 py-2.5">
          <JobRow job={job} />
        </li>
      ))}
    </ul>
  )
}

function JobRow({ job }: { job: MediaJob }): ReactNode {
  const { t } = useTranslation()
  const preview = useAtomValue(previewsAtom).get(job.id)
  const prompt = visibleText(job.prompt) || t('media.name.noPrompt')
  const isOver = hasEnded(job)
  const state = shownState(job, preview !== undefined)
  return (
    <div className="space-y-2">
      <div className="flex items-start gap-3">
        {preview !== undefined && (
          <img
            src={preview}
            alt={t('media.jobs.preview')}
            className="size-14 shrink-0 rounded-lg object-cover"
          />
        )}
        <div className="min-w-0 flex-1">
          <p dir="auto" className="own-direction truncate text-sm">
            {prompt}
          </p>
          <JobFacts job={job} state={state} isOver={isOver} />
        </div>
        {!isOver && (
          <Button size="small" disabled={job.cancelling} onClick={() => cancelJob(job)}>
            {t('app.cancel')}
          </Button>
        )}
        {isOver && (
          <IconButton
            size="small"
            label={t('media.jobs.forget', { prompt })}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => forgetJob(job)}
          />
        )}
      </div>
      {!isOver && job.until === null && (
        <ProgressBar
          label={prompt}
          // The bar of a job that waits stands still.
          fraction={job.progress ?? (isWaiting(job) ? 0 : undefined)}
          valueText={t(`media.states.${state}`)}
        />
      )}
      <JobProblem job={job} />
      <JobLog job={job} />
    </div>
  )
}

function isWaiting({ state }: MediaJob): boolean {
  return state === 'waiting' || state === 'queued'
}

/** Returns a job's state. One whose request is answered bit by bit is made while it is still sent. */
function shownState({ state, progress }: MediaJob, hasPreview: boolean): MediaJob['state'] {
  return state === 'submitting' && (progress !== null || hasPreview) ? 'running' : state
}

interface JobFactsProps {
  job: MediaJob
  state: MediaJob['state']
  isOver: boolean
}

/** Says how far a job is: its state, its place, its time and its price. */
function JobFacts({ job, state, isOver }: JobFactsProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { position, cancelling, submittedAt, createdAt, resumable, until } = job
  const left = useSecondsUntil(until)
  const shown = t(until === null ? `media.states.${state}` : 'media.jobs.paused')
  const facts = [
    cancelling ? t('media.jobs.stopping') : shown,
    ...(left > 0 ? [t('media.jobs.nextTry', { time: formatClock(i18n.language, left) })] : []),
    ...(state === 'queued' && position !== null
      ? [t('media.jobs.ahead', { count: position })]
      : []),
    job.modelName,
    ...jobPrice(t, i18n.language, job),
  ]
  return (
    <>
      <p className="text-xs break-words text-muted tabular-nums">
        <Facts facts={facts} />
        {!isOver && (
          <>
            {' · '}
            <ElapsedTime since={submittedAt ?? createdAt} />
          </>
        )}
      </p>
      {!isOver && !resumable && (
        <p className="text-xs text-pretty text-muted">{t('media.jobs.staysOpen')}</p>
      )}
    </>
  )
}

/** Shows what the service says of its work, for whoever unfolds it. */
function JobLog({ job: { id, prompt } }: { job: MediaJob }): ReactNode {
  const { t } = useTranslation()
  const lines = useAtomValue(jobLogsAtom).get(id) ?? []
  if (lines.length === 0) return null
  return (
    <Disclosure title={t('media.jobs.log')} about={visibleText(prompt)}>
      <pre
        dir="ltr"
        // A long log scrolls, which the keyboard must be able to.
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-lg bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap text-muted"
      >
        {lines.map(visibleText).join('\n')}
      </pre>
    </Disclosure>
  )
}
