import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { SettingValues, StoredPlugin } from '../pluginTable.ts'
import { requiredSettings } from '../intake/joinSettings.ts'
import { settingProperties } from '../sheet/secretSettings.ts'
import { checkSetting } from './checkSetting.ts'

/** New values by name; null removes one. */
export type SettingChanges = Readonly<Record<string, string | number | boolean | null>>

type PluginSecrets = Pick<Secrets, 'get' | 'set' | 'remove'>

/**
 * Keeps new values: secrets in the keychain, bound to where the sheet sends them, and the rest in
 * the returned row. Errors: pluginSettingsInvalid with the name, keychainUnavailable.
 */
export async function changeSettings(
  plugin: StoredPlugin,
  changes: SettingChanges,
  secrets: PluginSecrets,
): Promise<Pick<StoredPlugin, 'settings' | 'secrets'>> {
  const { sheet } = plugin
  const properties = settingProperties(sheet.settings)
  for (const [name, value] of Object.entries(changes)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!schema) throw new AppError('pluginSettingsInvalid', 'No such setting', { subject: name })
    checkSetting(name, value, schema)
  }
  const values = new Map(Object.entries(plugin.settings))
  const known = new Set(plugin.secrets)
  for (const [name, value] of Object.entries(changes)) {
    const isEmpty = value === null || value === ''
    if (!sheet.secretSettings.includes(name)) {
      if (isEmpty) values.delete(name)
      else values.set(name, value)
    } else if (isEmpty) {
      await secrets.remove(secretIdOf(plugin.id, name))
      known.delete(name)
    } else {
      const keeping = { origin: bindingOf(plugin), sessionOnly: false }
      await secrets.set(secretIdOf(plugin.id, name), String(value), keeping)
      known.add(name)
    }
  }
  return { settings: Object.fromEntries(values), secrets: [...known] }
}

/** Returns all values for a call, with secrets and defaults. Errors: keychainUnavailable. */
export async function settingsForCall(
  plugin: StoredPlugin,
  secrets: Pick<Secrets, 'get'>,
): Promise<SettingValues> {
  const values = new Map(Object.entries(plainSettings(plugin)))
  for (const name of plugin.secrets) {
    const value = await secrets.get(secretIdOf(plugin.id, name), bindingOf(plugin))
    if (value !== null) values.set(name, value)
  }
  return Object.fromEntries(values)
}

/** Returns the values that are no secrets, with defaults. */
export function plainSettings({
  sheet,
  settings,
}: Pick<StoredPlugin, 'sheet' | 'settings'>): SettingValues {
  const defaults = Object.entries(settingProperties(sheet.settings)).flatMap(([name, schema]) => {
    const value = schema['default']
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain ? [[name, value as string | number | boolean] as const] : []
  })
  return { ...Object.fromEntries(defaults), ...settings }
}

/** Returns the names of required settings without a value. */
export function missingSettings(plugin: StoredPlugin): string[] {
  const given = new Set([...Object.keys(plainSettings(plugin)), ...plugin.secrets])
  return requiredSettings(plugin.sheet.settings).filter((name) => !given.has(name))
}

/** Removes all secrets of a plugin from the keychain. Errors: keychainUnavailable. */
export async function removeSecrets(
  { id, secrets: names }: Pick<StoredPlugin, 'id' | 'secrets'>,
  secrets: Pick<Secrets, 'remove'>,
): Promise<void> {
  await secrets.remove(...names.map((name) => secretIdOf(id, name)))
}

/**
 * Binds the secrets to where a new version of the sheet sends them, if it sends them nowhere new.
 * Otherwise removes them, to be entered again. Returns the names of those that are left. Errors:
 * keychainUnavailable.
 */
export async function rebindSecrets(
  before: StoredPlugin,
  after: StoredPlugin,
  secrets: PluginSecrets,
): Promise<string[]> {
  const isWider = after.program.secretOrigins.some(
    (origin) => !before.program.secretOrigins.includes(origin),
  )
  const kept: string[] = []
  for (const name of before.secrets) {
    const secretId = secretIdOf(before.id, name)
    const stays = !isWider && after.sheet.secretSettings.includes(name)
    const value = stays ? await secrets.get(secretId, bindingOf(before)) : null
    if (value === null) {
      await secrets.remove(secretId)
      continue
    }
    await secrets.set(secretId, value, { origin: bindingOf(after), sessionOnly: false })
    kept.push(name)
  }
  return kept
}

/** Returns what its secrets are bound to: all the places that may be sent them. */
function bindingOf({ program }: StoredPlugin): string {
  return program.secretOrigins.join(' ')
}

/**
 * Returns the keychain's name for a secret. Some keychains do not tell capitals apart, but two ids
 * may differ by them alone.
 */
function secretIdOf(pluginId: string, name: string): string {
  const hash = (text: string): string =>
    createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `plugin-${hash(pluginId)}#${hash(name)}`
}
