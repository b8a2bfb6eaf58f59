import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorAction, ErrorCode, WireError } from '../../../shared/errors.ts'
import type { MediaJob } from '../../../shared/media/media.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { attempt } from '../../core/failures.ts'
import { openSettings } from '../../core/settingsTarget.ts'
import { providersAtom } from '../../core/store.ts'
import { usePresets } from '../../providers/usePresets.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { fieldErrorText } from '../form/fieldErrorText.ts'
import { titleOfName } from '../form/fieldTitle.ts'
import { openForm, setErrors } from '../form/mediaForm.ts'
import { hasEnded } from '../hasEnded.ts'
import { discardAgain, lookAgain, submitAgain } from '../mediaJobs.ts'
import { canLookAgain } from './canLookAgain.ts'

/** Errors that the service's billing page solves, or explains. */
const billingCodes: readonly ErrorCode[] = ['quotaExhausted', 'mediaUnknown', 'mediaUnknownAccount']

/** Shows why a job failed or stands still, and what the user can do about it. */
export function JobProblem({ job }: { job: MediaJob }): ReactNode {
  const { error, endedAt, createdAt } = job
  if (!error) return null
  const isOver = hasEnded(job)
  // An ended job is sent again by a button of its own, because that may cost money.
  const offered: ErrorAction[] = ['addKey', 'openProvider', ...(isOver ? [] : ['retry' as const])]
  return (
    <ErrorAlert
      error={withoutWait(error)}
      since={endedAt ?? createdAt}
      offered={offered}
      onAction={(action) => (action === 'retry' ? lookAgain(job) : openSettings('providers'))}
    >
      <FieldProblems errors={job.fieldErrors} />
      {billingCodes.includes(error.code) && <BillingButton providerId={job.providerId} />}
      <JobButtons job={job} isOver={isOver} />
    </ErrorAlert>
  )
}

/** Names the fields that are wrong; what a service says of no field stands in the error. */
function FieldProblems({ errors }: { errors: MediaJob['fieldErrors'] }): ReactNode {
  const { t } = useTranslation()
  const named = errors.filter(({ name, message }) => name !== '' || message === '')
  if (named.length === 0) return null
  return (
    <ul className="w-full text-sm break-words">
      {named.map((error) => (
        <li key={`${error.name} ${error.message}`}>
          {error.reason !== 'gone' && <bdi>{titleOfName(t, error.name)}: </bdi>}
          {fieldErrorText(t, undefined, error)}
        </li>
      ))}
    </ul>
  )
}

/** The time of the next try stands beside the job's state. */
function withoutWait(error: WireError): WireError {
  const { details } = error
  return details ? { ...error, details: { ...details, retryAfterSeconds: undefined } } : error
}

/** Leads to the page where the balance is topped up and what was charged stands, if it is known. */
function BillingButton({ providerId }: { providerId: string }): ReactNode {
  const { t } = useTranslation()
  const presets = usePresets()
  const provider = useAtomValue(providersAtom)?.find(({ id }) => id === providerId)
  const url = presets?.find(({ id }) => id === provider?.presetId)?.billingUrl ?? null
  if (url === null) return null
  return (
    <Button
      size="small"
      onClick={() => attempt(api.app.openExternal({ url }).then(() => undefined))}
    >
      {t('media.jobs.openBilling')}
    </Button>
  )
}

function JobButtons({ job, isOver }: { job: MediaJob; isOver: boolean }): ReactNode {
  const { t } = useTranslation()
  const { error, state, fieldErrors, providerName } = job
  const edit = async (): Promise<void> => {
    await openForm(job, job.values)
    setErrors(fieldErrors)
  }
  return (
    <>
      {canLookAgain(job) && (
        <Button size="small" onClick={() => lookAgain(job)}>
          {t('media.jobs.lookAgain')}
        </Button>
      )}
      {isOver && state !== 'done' && (
        <>
          <Button size="small" onClick={() => submitAgain(job)}>
            {t('media.jobs.submitAgain')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => void edit()}>
            {t('media.useSettings')}
          </Button>
        </>
      )}
      {error?.code === 'mediaNotDeleted' && (
        <Button size="small" onClick={() => discardAgain(job)}>
          {t('media.jobs.deleteAgain', { service: providerName })}
        </Button>
      )}
    </>
  )
}
