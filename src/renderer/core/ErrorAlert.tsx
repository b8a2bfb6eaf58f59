import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorAction, WireError } from '../../shared/errors.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Alert } from '../ui/status/Alert.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { useSecondsLeft } from '../ui/status/useSecondsUntil.ts'
import { errorFacts, errorText } from './errorText.ts'
import type { ErrorFact } from './errorText.ts'

/** Actions that solve the problem elsewhere; afterwards the same request runs again. */
const preparations: ReadonlySet<ErrorAction> = new Set(['addKey', 'openProvider', 'chooseModel'])

interface ErrorAlertProps {
  error: WireError
  /** The time of the error in milliseconds since 1970: a rate limit counts down from there. */
  since: number
  /** Runs the action of the button; without it there is no button. */
  onAction?: (action: ErrorAction) => void
  /** The actions that make sense here; without it, all. */
  offered?: readonly ErrorAction[]
  /** Further buttons. */
  children?: ReactNode
  /** Closes the alert; without it, the user can't. */
  onDismiss?: (() => void) | undefined
}

/** Shows an error: a sentence, a button for its action, and expandable facts. */
export function ErrorAlert(props: ErrorAlertProps): ReactNode {
  const { error, since, onAction, offered, children, onDismiss } = props
  const { t } = useTranslation()
  const wait = error.code === 'rateLimited' ? error.details?.retryAfterSeconds : undefined
  const secondsLeft = useSecondsLeft(wait, since)
  const { sentence, action, actionLabel } = errorText(t, error, secondsLeft)
  const isOffered = (candidate: ErrorAction): boolean => !offered || offered.includes(candidate)
  const waiting = secondsLeft !== undefined && secondsLeft > 0
  const facts = errorFacts(t, error)
  return (
    <Alert
      dismiss={onDismiss && { label: t('app.dismiss'), run: onDismiss }}
      actions={
        <>
          {action && onAction && isOffered(action) && (
            <Button size="small" disabled={waiting} onClick={() => onAction(action)}>
              {actionLabel}
            </Button>
          )}
          {action && onAction && preparations.has(action) && isOffered('retry') && (
            <Button size="small" variant="quiet" onClick={() => onAction('retry')}>
              {t('errors.actions.retry')}
            </Button>
          )}
          {children}
        </>
      }
      details={
        facts.length > 0 && (
          <details className="mt-1 mb-1 ps-7 text-xs">
            <summary className="flex w-fit cursor-default list-none items-center gap-0.5 rounded-sm [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="-ms-1 size-3.5 shrink-0 rtl:-scale-x-100 [details[open]>summary>&]:rotate-90 [details[open]>summary>&]:rtl:-rotate-90"
              />
              {t('errors.facts.title')}
            </summary>
            <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
              {facts.map((fact) => (
                <div key={fact.label} className="contents">
                  <dt>{fact.label}</dt>
                  <dd dir="auto" className="break-words">
                    {fact.value}
                  </dd>
                </div>
              ))}
            </dl>
            <CopyFacts facts={facts} />
          </details>
        )
      }
    >
      {/* An alert announces its changes, which must not include a countdown every second. */}
      <span aria-live={waiting ? 'off' : undefined}>{sentence}</span>
    </Alert>
  )
}

function CopyFacts({ facts }: { facts: readonly ErrorFact[] }): ReactNode {
  const { t } = useTranslation()
  const text = (): string => facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  return <CopyButton label={t('errors.facts.copy')} text={text} />
}
