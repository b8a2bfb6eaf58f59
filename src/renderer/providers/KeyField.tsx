import { useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { api } from '../app/bridge.ts'
import { Button } from '../ui/Button.tsx'
import { KeyAlert } from './KeyAlert.tsx'
import { SecretInput } from './SecretInput.tsx'
import { useSaveKey } from './useSaveKey.ts'

interface KeyFieldProps {
  provider: ProviderState
  keyUrl: string | null
}

/** Takes a key and tells where the one that is set lies. What was saved is never shown again. */
export function KeyField({ provider, keyUrl }: KeyFieldProps): ReactNode {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const { task, keychainMissing, save } = useSaveKey()
  const isSet = provider.keySource !== 'none'

  const submit = async (sessionOnly: boolean): Promise<void> => {
    if (key.trim() === '') return
    if (await save(provider.id, key, sessionOnly)) setKey('')
  }
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void submit(false)
  }
  return (
    <form onSubmit={onSubmit} className="space-y-2">
      <SecretInput
        label={t('providers.key.label')}
        value={key}
        placeholder={isSet ? '••••••••••••' : ''}
        onValueChange={(value) => {
          setKey(value)
          task.clear()
        }}
        hint={
          <KeyHint
            provider={provider}
            keyUrl={keyUrl}
            onRemove={() => void task.run(() => api.secrets.remove({ providerId: provider.id }))}
          />
        }
      >
        {key.trim() !== '' && (
          <Button type="submit" variant="primary" busy={task.running}>
            {t('providers.key.save')}
          </Button>
        )}
      </SecretInput>
      {task.failure && (
        <KeyAlert
          error={task.failure.error}
          at={task.failure.at}
          onSessionOnly={keychainMissing ? () => void submit(true) : undefined}
        />
      )}
    </form>
  )
}

interface KeyHintProps extends KeyFieldProps {
  onRemove: () => void
}

function KeyHint({ provider, keyUrl, onRemove }: KeyHintProps): ReactNode {
  const { t } = useTranslation()
  if (provider.keySource === 'none') {
    if (!keyUrl) return provider.needsKey ? null : t('providers.key.optional')
    return (
      <button
        type="button"
        className="text-accent-ink underline underline-offset-2"
        onClick={() => void api.app.openExternal({ url: keyUrl })}
      >
        {t('providers.key.get', { name: provider.name })}
      </button>
    )
  }
  return (
    <>
      {t(`providers.key.kept.${provider.keySource}`)}{' '}
      <button
        type="button"
        className="text-accent-ink underline underline-offset-2"
        onClick={onRemove}
      >
        {t('providers.key.remove')}
      </button>
    </>
  )
}
