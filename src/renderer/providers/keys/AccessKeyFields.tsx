import { useState } from 'react'
import type { SyntheticEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { KeyAlert } from './KeyAlert.tsx'
import { KeyHint } from './KeyHint.tsx'
import type { KeyEditorProps } from './keyRows.ts'
import { SecretInput } from './SecretInput.tsx'
import { joinAccessKey } from './joinAccessKey.ts'
import { useSaveKey } from './useSaveKey.ts'

const parts = ['id', 'secret', 'session'] as const
const empty = { id: '', secret: '', session: '' }

/** Takes an AWS access key of two or three secrets. None of them is shown again. */
export function AccessKeyFields(props: KeyEditorProps): ReactNode {
  const { provider, row, keyUrl, field, onRemoved } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState(empty)
  const { task, keychainMissing, save, remove } = useSaveKey(provider.id, row.id)
  const key = joinAccessKey(typed)

  const submit = async (sessionOnly: boolean): Promise<void> => {
    if (key !== undefined && (await save(key, sessionOnly))) setTyped(empty)
  }
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void submit(false)
  }
  const onRemove = async (): Promise<void> => {
    if (await remove()) onRemoved()
  }
  const labelOf = (part: (typeof parts)[number]): string => {
    const name = t(`providers.aws.accessKey.${part}`)
    return row.number === 1 ? name : `${name} ${String(row.number)}`
  }
  return (
    <form onSubmit={onSubmit} className="space-y-3">
      {parts.map((part) => (
        <SecretInput
          key={part}
          label={labelOf(part)}
          value={typed[part]}
          placeholder={row.source === 'none' || part === 'session' ? '' : '••••••••••••'}
          data-field={part === 'id' ? field : undefined}
          onValueChange={(value) => {
            setTyped((known) => ({ ...known, [part]: value }))
            task.clear()
          }}
          hint={
            part === 'session' && (
              <KeyHint
                provider={provider}
                row={row}
                keyUrl={keyUrl}
                onRemove={() => void onRemove()}
              />
            )
          }
        >
          {part === 'session' && key !== undefined && (
            <Button type="submit" variant="primary" busy={task.running}>
              {t('providers.key.save')}
            </Button>
          )}
        </SecretInput>
      ))}
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
