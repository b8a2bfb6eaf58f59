import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { AppError } from '../../shared/errors.ts'

export interface VariableValues {
  values: Readonly<Record<string, string | readonly string[]>>
  directory: string | null
}

const variable = /\$\{([^{}$]{1,300})\}/g
const settingPrefix = 'user_config.'

/**
 * Returns the text with its variables replaced, once: a value that looks like a variable stays as it
 * is. Unknown variables stay too. Errors: pluginSettingsInvalid with the name of a missing setting.
 */
export function expandVariables(text: string, from: VariableValues): string {
  return text.replace(variable, (whole, name: string) => {
    const value = valueOf(name, from)
    return value === undefined ? whole : typeof value === 'string' ? value : value.join(',')
  })
}

/** Returns the text as expandVariables does, but leaves settings without a value as they are. */
export function expandKnown(text: string, from: VariableValues): string {
  return text.replace(variable, (whole, name: string) => {
    const setting = settingOf(name)
    const isUnset = setting !== undefined && !Object.hasOwn(from.values, setting)
    return isUnset ? whole : expandVariables(whole, from)
  })
}

/** Expands arguments. One that is only a setting with several values becomes several. */
export function expandArguments(parts: readonly string[], from: VariableValues): string[] {
  return parts.flatMap((part) => {
    const name = /^\$\{([^{}$]{1,300})\}$/.exec(part)?.[1]
    const value = name === undefined ? undefined : valueOf(name, from)
    return value === undefined || typeof value === 'string' ? [expandVariables(part, from)] : value
  })
}

/**
 * Expands variables of the environment, or headers. One that is a setting without a value is left
 * out: whether a setting may stay empty is checked before.
 */
export function expandRecord(
  record: Readonly<Record<string, string>>,
  from: VariableValues,
): Record<string, string> {
  const entries = Object.entries(record).flatMap(([name, value]) => {
    const setting = /^\$\{user_config\.([^{}$]{1,300})\}$/.exec(value)?.[1]
    const isEmpty = setting !== undefined && !Object.hasOwn(from.values, setting)
    return isEmpty ? [] : [[name, expandVariables(value, from)] as const]
  })
  return Object.fromEntries(entries)
}

function valueOf(name: string, from: VariableValues): string | readonly string[] | undefined {
  const setting = settingOf(name)
  if (setting !== undefined) {
    if (Object.hasOwn(from.values, setting)) return from.values[setting]
    const details = { subject: setting }
    throw new AppError('pluginSettingsInvalid', `A setting has no value: ${setting}`, details)
  }
  if (name === '__dirname') return from.directory ?? undefined
  if (name === 'HOME') return homedir()
  if (name === 'DESKTOP') return join(homedir(), 'Desktop')
  if (name === 'DOCUMENTS') return join(homedir(), 'Documents')
  if (name === 'DOWNLOADS') return join(homedir(), 'Downloads')
  if (name === 'pathSeparator' || name === '/') return sep
  return undefined
}

function settingOf(name: string): string | undefined {
  return name.startsWith(settingPrefix) ? name.slice(settingPrefix.length) : undefined
}
