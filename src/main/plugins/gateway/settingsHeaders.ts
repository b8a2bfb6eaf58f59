/** The values of a plugin's settings. */
export type SettingValues = Readonly<Record<string, string | number | boolean | null>>

/** Parley's own header, and the one that existing servers read. */
const names = ['X-Parley-Plugin-Settings', 'X-Lobe-Plugin-Settings'] as const

/**
 * Returns the headers that carry a plugin's settings to its server: a text as it is, anything else
 * as JSON. Headers hold Latin-1 without control characters: what else there is becomes `\uXXXX`,
 * which is the same JSON. Empty settings give no header.
 */
export function settingsHeaders(settings: string | SettingValues): Record<string, string> {
  const value =
    typeof settings === 'string'
      ? settings.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, escaped)
      : JSON.stringify(settings).replaceAll(/[^\x20-\x7e]/g, escaped)
  if (value === '' || value === '{}') return {}
  return Object.fromEntries(names.map((name) => [name, value]))
}

/** The characters are UTF-16 units: a pair becomes two escapes, as JSON wants it. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
