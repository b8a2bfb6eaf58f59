import { Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Fields } from '../../../shared/providers.ts'
import { changeRow, emptyRow, fieldsOf, isKept, rowsOf } from './fieldRows.ts'
import type { NameValueRow } from './fieldRows.ts'

interface NameValueRowsProps {
  kind: 'headers' | 'query'
  /** The saved fields; null stands for a value that only main knows. */
  fields: Readonly<Fields>
  /** The names whose values are not sent, because they were entered for another address. */
  withheld: readonly string[]
  /** Resolves to whether they were saved. */
  onSave: (fields: Fields) => Promise<boolean>
}

/** Edits names with values, such as headers; leaving a row saves it. */
export function NameValueRows({ kind, fields, withheld, onSave }: NameValueRowsProps): ReactNode {
  const { t } = useTranslation()
  const titleId = useId()
  const element = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(() => rowsOf(fields))
  // A new address can bring query fields of its own: older rows must not undo them.
  const saved = JSON.stringify(fields)
  const [seen, setSeen] = useState(saved)
  if (seen !== saved) {
    setSeen(saved)
    if (JSON.stringify(fieldsOf(rows)) !== saved) setRows(rowsOf(fields))
  }
  const names = withheld.filter((name) => Object.hasOwn(fields, name))
  const save = (next: readonly NameValueRow[]): void => {
    const wanted = fieldsOf(next)
    if (JSON.stringify(wanted) === saved) return
    void onSave(wanted).then((isSaved) => {
      // The saved fields look unchanged when main stores a new value, but the row must hide it.
      if (isSaved) setSeen('')
    })
  }
  const focus = (selector: string): void =>
    element.current?.querySelector<HTMLElement>(selector)?.focus()
  const add = (): void => {
    flushSync(() => setRows((known) => [...known, emptyRow]))
    focus('[data-row]:last-of-type input')
  }
  const remove = (index: number): void => {
    const next = rows.filter((_row, position) => position !== index)
    flushSync(() => setRows(next))
    save(next)
    focus('[data-add]')
  }
  return (
    <div
      ref={element}
      role="group"
      aria-labelledby={titleId}
      data-field={kind}
      className="space-y-2"
    >
      <p id={titleId} className="text-sm font-medium">
        {t(`providers.options.${kind}.title`)}
      </p>
      <div className="space-y-2 empty:hidden">
        {rows.map((row, index) => (
          <div
            key={index}
            data-row
            className="flex items-center gap-2"
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) save(rows)
            }}
          >
            {(['name', 'value'] as const).map((part) => (
              <input
                key={part}
                type="text"
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                aria-label={t(`providers.options.row.${part}`, { number: index + 1 })}
                placeholder={
                  part === 'value' && isKept(row)
                    ? '••••••••'
                    : t(`providers.options.placeholder.${part}`)
                }
                value={row[part]}
                className="field min-h-9 w-0 min-w-0 flex-1 px-3 font-mono text-sm"
                onChange={(event) => setRows(changeRow(rows, index, part, event.target.value))}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') save(rows)
                }}
              />
            ))}
            <IconButton
              label={t('providers.options.row.remove', { number: index + 1 })}
              icon={<X aria-hidden className="size-4" />}
              size="small"
              onClick={() => remove(index)}
            />
          </div>
        ))}
      </div>
      {names.length > 0 && (
        <p className="text-xs font-medium text-ink">
          {t('providers.options.withheld', { names: names.join(', ') })}
        </p>
      )}
      <Button
        data-add
        size="small"
        variant="quiet"
        className="flush-start"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={add}
      >
        {t(`providers.options.${kind}.add`)}
      </Button>
    </div>
  )
}
