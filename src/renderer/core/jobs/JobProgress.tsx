import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/jobs.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatSecondsAhead } from '../../ui/formatAmount.ts'
import { ProgressRow } from '../../ui/status/ProgressRow.tsx'
import { useSecondsUntil } from '../../ui/status/useSecondsUntil.ts'
import { api } from '../bridge.ts'
import { errorText } from '../errorText.ts'
import { attempt } from '../failures.ts'

interface JobProgressProps {
  job: Job
  /** The work and its subject, which also names the bar. */
  title: string
  /** From 0 to 1; undefined while nobody knows. */
  fraction: number | undefined
  /**
   * Facts about the progress, the most important first; `status` replaces them if there are none.
   */
  facts: readonly string[]
  status: string
  onCancelled?: () => void
}

/** Shows an active job: the bar, its progress or what it waits for, and a cancel button. */
export function JobProgress(props: JobProgressProps): ReactNode {
  const { job, title, fraction, facts, status, onCancelled } = props
  const { t } = useTranslation()
  const waits = useWaitText(job)
  const cancel = (): void => {
    attempt(api.jobs.cancel({ id: job.id }))
    onCancelled?.()
  }
  return (
    <ProgressRow
      title={title}
      // The bar of a waiting job stands still.
      fraction={fraction ?? (job.state === 'running' ? undefined : 0)}
      note={waits ?? (facts.length > 0 ? facts.join(' · ') : status)}
      valueText={waits ?? facts[0] ?? status}
      actions={
        <>
          {job.state === 'paused' && !job.cancelling && (
            <Button size="small" onClick={() => attempt(api.jobs.retry({ id: job.id }))}>
              {t('errors.actions.retry')}
            </Button>
          )}
          <Button size="small" disabled={job.cancelling} onClick={cancel}>
            {t('app.cancel')}
          </Button>
        </>
      }
    />
  )
}

/** Returns why a job is not running now; undefined if it is. */
function useWaitText({ state, cancelling, error, until }: Job): string | undefined {
  const { t, i18n } = useTranslation()
  const seconds = useSecondsUntil(state === 'paused' ? until : null)
  if (cancelling) return t('app.jobs.stopping')
  if (state === 'waiting') return t('app.jobs.inLine')
  if (state !== 'paused') return undefined
  const when = formatSecondsAhead(i18n.language, seconds)
  const next = seconds > 0 ? t('app.jobs.tryingAt', { when }) : t('app.jobs.tryingNow')
  const reason = error ? `${errorText(t, error).sentence} ${next}` : next
  return t('app.jobs.pausedNote', { reason })
}
