import type { SchemaField } from '../../ui/forms/schemaFields.ts'

type SettingValue = string | number | boolean | null

/** A plugin's settings, as main tells them: of secrets only which ones there are. */
export interface SavedSettings {
  values: Record<string, SettingValue>
  secrets: string[]
}

/**
 * Returns the settings that differ from the saved ones; null removes one. A secret field that was
 * left empty changes nothing.
 */
export function changedSettings(
  fields: readonly SchemaField[],
  entered: Readonly<Record<string, unknown>>,
  saved: SavedSettings,
): Record<string, SettingValue> {
  const changes = fields.flatMap(({ name, kind }): [string, SettingValue][] => {
    const value = Object.hasOwn(entered, name) ? settingValue(entered[name]) : null
    if (kind === 'password') return value === null ? [] : [[name, value]]
    const known = Object.hasOwn(saved.values, name) ? saved.values[name] : null
    return value === known ? [] : [[name, value]]
  })
  return Object.fromEntries(changes)
}

/** Lists and objects are kept as JSON. */
function settingValue(value: unknown): SettingValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  return value === undefined || value === null ? null : JSON.stringify(value)
}
