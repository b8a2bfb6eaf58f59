import { copyFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { settingsSchema } from '../../shared/settings.ts'
import type { Settings } from '../../shared/settings.ts'
import { salvage } from './salvage.ts'
import { parseOnce } from '../../shared/parseOnce.ts'

const settingsFileName = 'settings.json'

/** The settings as read, with what had to be set aside. */
export interface LoadedSettings {
  settings: Settings
  /** Fields unknown to this version. They are written back for newer versions. */
  unknownFields: Record<string, unknown>
  damage: AppError | null
}

/**
 * Reads the settings file. Sets unusable content aside as settings.broken-<date>.json and never
 * discards it. Keeps the valid fields of a partly damaged file.
 */
export function loadSettings(folder: string, now: Date): LoadedSettings {
  mkdirSync(folder, { recursive: true })
  const { settings, unknownFields, whole, isReadable } = readSettings(folder)
  if (!isReadable) return { settings, unknownFields, damage: setAside(folder, now, renameSync) }
  return { settings, unknownFields, damage: whole ? null : setAside(folder, now, copyFileSync) }
}

/** Reads the settings file and changes nothing. Not `whole` tells that some of it is unusable. */
export function readSettings(folder: string) {
  const content = readContent(join(folder, settingsFileName))
  const isReadable = content.kind !== 'unreadable'
  const fields = readFields(content.kind === 'fields' ? content.fields : {})
  return { ...fields, whole: isReadable && fields.whole, isReadable }
}

type Content =
  | { kind: 'missing' }
  | { kind: 'unreadable' }
  | { kind: 'fields'; fields: Record<string, unknown> }

function readContent(path: string): Content {
  try {
    const fields = z
      .record(z.string(), z.unknown())
      .safeParse(parseJson(readFileSync(path, 'utf8')))
    return fields.success ? { kind: 'fields', fields: fields.data } : { kind: 'unreadable' }
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable' }
  }
}

function readFields(fields: Record<string, unknown>) {
  const good: Record<string, unknown> = {}
  let whole = true
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (!Object.hasOwn(fields, name)) continue
    const read = salvage(schema, fields[name])
    if (read !== undefined) good[name] = read.value
    whole &&= read?.whole === true
  }
  const unknownFields = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !Object.hasOwn(settingsSchema.shape, name)),
  )
  return { settings: parseOnce(settingsSchema, good), unknownFields, whole }
}

function setAside(folder: string, now: Date, move: (from: string, to: string) => void): AppError {
  const stamp = now
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, '')
  const name = `settings.broken-${stamp}.json`
  try {
    move(join(folder, settingsFileName), join(folder, name))
  } catch (error) {
    const reason = `The settings file is damaged and could not be set aside`
    return new AppError('settingsDamaged', reason, { subject: settingsFileName }, error)
  }
  return new AppError('settingsDamaged', `The settings file was damaged`, { subject: name })
}

export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
