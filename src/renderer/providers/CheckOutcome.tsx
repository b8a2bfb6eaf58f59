import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../app/ErrorAlert.tsx'
import type { Check } from './useCheck.ts'

interface CheckOutcomeProps {
  check: Check
  /** Puts the focus where a key or an address is entered. */
  onFocusFields: () => void
}

/** What a check has found: how many models in which time, or why not. */
export function CheckOutcome({ check, onFocusFields }: CheckOutcomeProps): ReactNode {
  const { t } = useTranslation()
  const { result, task, start } = check
  return (
    <>
      <p role="status" className="flex items-center gap-1.5 text-sm text-success-ink empty:hidden">
        {result && <CircleCheck aria-hidden className="size-4 shrink-0" />}
        {result &&
          t('providers.check.result', {
            count: result.models,
            milliseconds: Math.round(result.milliseconds),
          })}
      </p>
      {task.failure && (
        <ErrorAlert
          error={task.failure.error}
          since={task.failure.at}
          offered={['retry', 'addKey', 'openProvider']}
          onAction={(action) => {
            if (action === 'retry') start()
            else onFocusFields()
          }}
        />
      )}
    </>
  )
}
