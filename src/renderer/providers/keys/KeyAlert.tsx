import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireError } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'

interface KeyAlertProps {
  error: WireError
  at: number
  /** Keeps the key in memory until Parley quits; set only without a keychain. */
  onSessionOnly: (() => void) | undefined
}

/** Shows why a key was not saved. */
export function KeyAlert({ error, at, onSessionOnly }: KeyAlertProps): ReactNode {
  const { t } = useTranslation()
  return (
    <ErrorAlert error={error} since={at}>
      {onSessionOnly && (
        <Button size="small" onClick={onSessionOnly}>
          {t('providers.key.sessionOnly')}
        </Button>
      )}
    </ErrorAlert>
  )
}
