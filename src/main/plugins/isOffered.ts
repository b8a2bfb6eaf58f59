import type { PluginTool } from '../../shared/plugins/pluginSheet.ts'
import { isNearbyName } from '../network/hostRule.ts'
import type { StoredPlugin } from './pluginTable.ts'

/** Tells whether the user's choices leave a tool on, and a way to it. */
export function isOffered(
  { sheet, choices }: Pick<StoredPlugin, 'sheet' | 'choices'>,
  { name, destination }: PluginTool,
): boolean {
  if (choices.toolsOff.includes(name)) return false
  // Its page is the answer.
  if (sheet.type === 'standalone' && sheet.page && !choices.page) return false
  if (destination === null) return true
  if (choices.hostsOff.includes(destination)) return false
  return choices.localNetwork || !isNearbyName(new URL(`http://${destination}`))
}
