import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../ui/controls/Switch.tsx'

interface SheetRowProps {
  /** A sentence on what the plugin may do. */
  children: ReactNode
  /** Meaning or purpose of the row. */
  note?: ReactNode
  /** The switch; null where the plugin can't work without it. */
  toggle?: { label: string; on: boolean; onChange: (on: boolean) => void } | null
  /** A control other than a switch. */
  control?: ReactNode
}

/** Shows one thing that a plugin may do, with its switch. */
export function SheetRow({ children, note, toggle, control }: SheetRowProps): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="flex items-start justify-between gap-4 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="text-sm break-words">{children}</div>
        {note && <div className="text-xs break-words text-muted">{note}</div>}
      </div>
      {toggle === null && (
        <span className="shrink-0 text-xs text-muted">{t('plugins.sheet.needed')}</span>
      )}
      {toggle && (
        <Switch
          label={toggle.label}
          labelHidden
          checked={toggle.on}
          onCheckedChange={toggle.onChange}
        />
      )}
      {control}
    </li>
  )
}
