import type { ReactNode } from 'react'

interface FieldRowProps {
  label: string
  hint?: ReactNode
  /** A control that has the label as its own name. */
  children: ReactNode
}

/** A control with its label at the start; one above the other where it is narrow. */
export function FieldRow({ label, hint, children }: FieldRowProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
      <div className="min-w-40 flex-1">
        <p aria-hidden className="text-sm font-medium">
          {label}
        </p>
        {hint && <p className="text-xs text-muted">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
