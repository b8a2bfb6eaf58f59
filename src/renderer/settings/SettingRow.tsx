import type { ReactNode } from 'react'

interface SettingRowProps {
  title: string
  description?: string
  children: ReactNode
}

/** One setting: what it is at the start, its control at the end; one above the other if narrow. */
export function SettingRow({ title, description, children }: SettingRowProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <h3 className="text-sm font-medium">{title}</h3>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      <div className="flex max-w-full min-w-0 justify-end">{children}</div>
    </div>
  )
}
