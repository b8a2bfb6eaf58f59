import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

interface FieldRowProps {
  label: string
  hint?: ReactNode
  /** The name by which other code finds the control. */
  'data-field'?: string
  /** A control that has the label as its accessible name. */
  children: ReactNode
}

/** Shows a control after its label, or below it in a narrow window. */
export function FieldRow(props: FieldRowProps): ReactNode {
  const { label, hint, children } = props
  return (
    <div
      data-field={props['data-field']}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5"
    >
      <div className={classNames('flex-1', hint ? 'min-w-40' : 'min-w-min')}>
        <p aria-hidden className="text-sm font-medium">
          {label}
        </p>
        {hint && <p className="text-xs text-pretty text-muted">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
