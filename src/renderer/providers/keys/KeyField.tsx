import { useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { KeyAlert } from './KeyAlert.tsx'
import { KeyHint } from './KeyHint.tsx'
import type { KeyEditorProps } from './keyRows.ts'
import { SecretInput } from './SecretInput.tsx'
import { useSaveKey } from './useSaveKey.ts'

interface KeyFieldProps extends KeyEditorProps {
  label: string
}

/** Takes a key and shows its state. A saved key is never shown again. */
export function KeyField(props: KeyFieldProps): ReactNode {
  const { label, provider, row, keyUrl, field, onRemoved } = props
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const { task, keychainMissing, save, remove } = useSaveKey(provider.id, row.id)

  const submit = async (sessionOnly: boolean): Promise<void> => {
    if (key.trim() === '') return
    if (await save(key, sessionOnly)) setKey('')
  }
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void submit(false)
  }
  const onRemove = async (): Promise<void> => {
    if (await remove()) onRemoved()
  }
  return (
    <form onSubmit={onSubmit} className="space-y-2">
      <SecretInput
        label={label}
        value={key}
        placeholder={row.source === 'none' ? '' : '••••••••••••'}
        data-field={field}
        onValueChange={(value) => {
          setKey(value)
          task.clear()
        }}
        hint={
          <KeyHint provider={provider} row={row} keyUrl={keyUrl} onRemove={() => void onRemove()} />
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
          onSessionOnly={keychainMissing && key ? () => void submit(true) : undefined}
        />
      )}
    </form>
  )
}
