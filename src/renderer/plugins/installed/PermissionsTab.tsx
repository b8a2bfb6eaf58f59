import type { ReactNode } from 'react'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { OriginSection } from '../sheet/OriginSection.tsx'
import { SheetSections } from '../sheet/SheetSections.tsx'
import type { PluginChange } from '../usePluginChange.ts'

interface PermissionsTabProps {
  plugin: InstalledPlugin
  change: PluginChange['change']
}

/** Shows what an installed plugin may do, with the switches of its installation. */
export function PermissionsTab({ plugin, change }: PermissionsTabProps): ReactNode {
  const { id, sheet, choices } = plugin
  return (
    <div className="unframed space-y-5">
      <SheetSections
        sheet={sheet}
        choices={choices}
        onChange={(changed) => void change(() => api.plugins.setChoices({ id, choices: changed }))}
      />
      <OriginSection sheet={sheet} />
    </div>
  )
}
