import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../../shared/providers.ts'
import { api } from '../../core/bridge.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useTask } from '../../core/useTask.ts'
import { AccessKeyFields } from './AccessKeyFields.tsx'
import { KeyField } from './KeyField.tsx'
import { canAddKey, firstKeyId, keyRows, keyToMend } from './keyRows.ts'
import type { KeyEditorProps, KeyRow } from './keyRows.ts'

interface KeyListProps {
  provider: ProviderState
  keyUrl: string | null
}

/** Shows a provider's keys in the order in which they are tried, and a field for one more. */
export function KeyList({ provider, keyUrl }: KeyListProps): ReactNode {
  const { t } = useTranslation()
  const task = useTask()
  const element = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const rows = keyRows(provider)
  const mended = keyToMend(rows)
  const isThere = rows.some(({ id }) => id === focused)
  useEffect(() => {
    if (!isThere) return
    element.current?.querySelector<HTMLElement>(`[data-key="${focused}"] input`)?.focus()
    setFocused(undefined)
  }, [focused, isThere])

  const add = async (): Promise<void> => {
    const added = await task.run(() => api.providers.addKey({ id: provider.id }))
    if (added) setFocused(added.keyId)
  }
  return (
    <div ref={element} className="space-y-4">
      {rows.map((row) => (
        <div key={row.id} data-key={row.id}>
          <KeyEditor
            provider={provider}
            row={row}
            keyUrl={keyUrl}
            field={row === mended ? 'key' : undefined}
            onRemoved={() => setFocused(row.id === firstKeyId ? firstKeyId : before(rows, row))}
          />
        </div>
      ))}
      {canAddKey(rows) && (
        <Button
          size="small"
          variant="quiet"
          className="flush-start"
          busy={task.running}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => void add()}
        >
          {t('providers.keys.add')}
        </Button>
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </div>
  )
}

/** Returns the id of the row that gets the focus after a row was removed. */
function before(rows: readonly KeyRow[], row: KeyRow): string {
  return rows[rows.indexOf(row) - 1]?.id ?? firstKeyId
}

function KeyEditor(props: KeyEditorProps): ReactNode {
  const { t } = useTranslation()
  const { aws } = props.provider
  const { number } = props.row
  if (aws?.credentials === 'accessKey') return <AccessKeyFields {...props} />
  const name = t(aws ? 'providers.aws.bearerToken' : 'providers.key.label')
  const label = number === 1 ? name : `${name} ${String(number)}`
  return <KeyField {...props} label={label} />
}
