import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/jobs.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { api } from '../bridge.ts'
import { ErrorAlert } from '../ErrorAlert.tsx'
import { attempt } from '../failures.ts'

interface EndedJobProps {
  job: Job
  /** The sentence for a job that is done. */
  doneText: string
}

/** Shows a job that has ended: its outcome, with buttons to retry and to forget it. */
export function EndedJob({ job, doneText }: EndedJobProps): ReactNode {
  const { t } = useTranslation()
  const { id, subject, state } = job
  return (
    <div className="space-y-1.5 text-sm">
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow break-words">
          {state === 'done' ? doneText : <bdi>{subject}</bdi>}
        </span>
        <IconButton
          size="small"
          label={t('app.jobs.remove', { name: subject })}
          icon={<X aria-hidden className="size-4" />}
          onClick={() => attempt(api.jobs.dismiss({ id }))}
        />
      </div>
      <JobFailure job={job} />
    </div>
  )
}

/** Shows why a job has failed, or what could not be undone of a cancelled one. */
export function JobFailure({ job, onRetry }: { job: Job; onRetry?: () => void }): ReactNode {
  const { t } = useTranslation()
  const { id, state, error, endedAt } = job
  if (!error) return null
  if (state === 'cancelled' && error.code === 'notSupported') {
    const provider = error.details?.provider ?? t('errors.unnamed.provider')
    return <Alert tone="note">{t('app.jobs.goesOn', { provider })}</Alert>
  }
  const retry = (): void => {
    attempt(api.jobs.retry({ id }))
    onRetry?.()
  }
  return (
    <ErrorAlert error={error} since={endedAt ?? 0}>
      {error.code !== 'jobUnreadable' && (
        <Button size="small" onClick={retry}>
          {t('errors.actions.retry')}
        </Button>
      )}
    </ErrorAlert>
  )
}
