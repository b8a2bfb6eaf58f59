import type { ReactNode } from 'react'
import { HostsSection } from './HostsSection.tsx'
import { InstructionsSection } from './InstructionsSection.tsx'
import { PageSection } from './PageSection.tsx'
import { ProcessSection } from './ProcessSection.tsx'
import { ServerSection } from './ServerSection.tsx'
import type { SheetPart } from './SheetPart.ts'
import { SettingsSection } from './SettingsSection.tsx'

/**
 * Shows in sentences what a plugin may do besides its tools, the weightiest first. What it can live
 * without has a switch.
 */
export function SheetSections(props: SheetPart): ReactNode {
  return (
    <div className="space-y-5">
      <ProcessSection {...props} />
      <HostsSection {...props} />
      <InstructionsSection {...props} />
      <PageSection {...props} />
      <ServerSection {...props} />
      <SettingsSection {...props} />
    </div>
  )
}
