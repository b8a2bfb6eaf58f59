import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openSettings } from '../../core/settingsTarget.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'

/** Says that there is no model to talk with, and leads to the providers. */
export function NoModelNotice(): ReactNode {
  const { t } = useTranslation()
  return (
    <Alert
      tone="note"
      actions={
        <Button size="small" onClick={() => openSettings('providers')}>
          {t('chat.model.addProvider')}
        </Button>
      }
    >
      {t('chat.model.missing')}
    </Alert>
  )
}
