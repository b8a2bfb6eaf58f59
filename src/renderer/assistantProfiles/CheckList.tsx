import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RowList } from '../ui/layout/RowList.tsx'

export interface CheckRow {
  key: string
  emoji: string
  name: string
  /** Stands after the name. */
  tag?: ReactNode
  /** Stands below the name. */
  details?: ReactNode
}

interface CheckListProps {
  label: string
  rows: readonly CheckRow[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Lists assistants of which several can be chosen, one by one or all at once. */
export function CheckList({ label, rows, chosen, onChange }: CheckListProps): ReactNode {
  const { t } = useTranslation()
  const toggle = (key: string): void =>
    onChange(
      chosen.has(key)
        ? new Set([...chosen].filter((one) => one !== key))
        : new Set([...chosen, key]),
    )
  const isAll = rows.every(({ key }) => chosen.has(key))
  return (
    <div className="space-y-2">
      {rows.length > 1 && (
        <CheckLabel
          checked={isAll}
          onToggle={() => onChange(new Set(isAll ? [] : rows.map(({ key }) => key)))}
        >
          {t('assistantProfiles.files.all')}
        </CheckLabel>
      )}
      <RowList label={label}>
        {rows.map(({ key, emoji, name, tag, details }) => (
          <li key={key} className="space-y-1.5 px-3 py-2">
            <CheckLabel checked={chosen.has(key)} onToggle={() => toggle(key)}>
              {emoji && <span aria-hidden>{emoji}</span>}
              <bdi className="min-w-0 break-words">{name}</bdi>
              {tag}
            </CheckLabel>
            {details}
          </li>
        ))}
      </RowList>
    </div>
  )
}

interface CheckLabelProps {
  checked: boolean
  onToggle: () => void
  children: ReactNode
}

function CheckLabel({ checked, onToggle, children }: CheckLabelProps): ReactNode {
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  )
}
