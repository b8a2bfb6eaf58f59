import type { SettingValues } from '../pluginTable.ts'

/** Parley's own header, and the one that existing servers read. */
const names = ['x-parley-plugin-settings', 'x-lobe-plugin-settings']

/** Returns the headers that carry a plugin's settings; none without settings. */
export function settingsHeaders(settings: SettingValues): Record<string, string> {
  if (Object.keys(settings).length === 0) return {}
  const value = JSON.stringify(settings).replaceAll(/[^\x20-\x7e]/g, escapeUnit)
  return Object.fromEntries(names.map((name) => [name, value]))
}

/** A header carries only ASCII safely. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
