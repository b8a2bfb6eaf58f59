import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { errorText } from '../core/errorText.ts'
import { SavedTextField } from '../ui/controls/SavedTextField.tsx'
import { useUpdate } from './useUpdate.ts'

/** Edits the provider's address. */
export function BaseUrlField({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const { task, update } = useUpdate(provider.id)
  return (
    <SavedTextField
      label={t('providers.baseUrl')}
      type="url"
      inputMode="url"
      dir="ltr"
      data-field="address"
      value={provider.baseUrl}
      error={task.failure && errorText(t, task.failure.error).sentence}
      onSave={(baseUrl) => update({ baseUrl })}
      onEdit={task.clear}
    />
  )
}
