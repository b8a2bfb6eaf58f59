import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../app/bridge.ts'
import { errorText } from '../app/errorText.ts'
import { TextField } from '../ui/TextField.tsx'
import { useTask } from './useTask.ts'

/** The provider's address; it is saved by Enter and by leaving the field. */
export function BaseUrlField({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const [address, setAddress] = useState(provider.baseUrl)
  const task = useTask()
  const save = (): void => {
    const baseUrl = address.trim()
    if (baseUrl === provider.baseUrl) return
    void task.run(async () => {
      const updated = await api.providers.update({ id: provider.id, baseUrl })
      setAddress(updated.baseUrl)
    })
  }
  return (
    <TextField
      label={t('providers.baseUrl')}
      type="url"
      inputMode="url"
      dir="ltr"
      value={address}
      error={task.failure && errorText(t, task.failure.error).sentence}
      onChange={(event) => {
        setAddress(event.target.value)
        task.clear()
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}
