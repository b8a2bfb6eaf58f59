import type { ReactNode } from 'react'
import { Switch } from '../controls/Switch.tsx'

interface SwitchRowProps {
  title: string
  detail: ReactNode
  /** Stands before the title. */
  mark?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** Shows an item of a list that can be on or off. */
export function SwitchRow(props: SwitchRowProps): ReactNode {
  const { title, detail, mark, checked, onCheckedChange } = props
  return (
    <li className="flex items-center gap-2.5 rounded-lg px-2 py-1.5">
      {mark}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="own-direction truncate">
          {title}
        </p>
        <p className="text-xs text-muted">{detail}</p>
      </div>
      <Switch label={title} labelHidden checked={checked} onCheckedChange={onCheckedChange} />
    </li>
  )
}
