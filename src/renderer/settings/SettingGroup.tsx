import type { ReactNode } from 'react'

interface SettingGroupProps {
  title?: string
  /** Rows, each an element of its own. */
  children: ReactNode
}

/** Shows rows of settings in one frame, with hairlines between them. */
export function SettingGroup({ title, children }: SettingGroupProps): ReactNode {
  return (
    <section className="pb-7">
      {title && <h2 className="pb-2 text-base font-semibold">{title}</h2>}
      <div className="setting-group">{children}</div>
    </section>
  )
}
