import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson, textOf } from '../../../shared/json.ts'
import {
  maxPromptCommandLength,
  maxPromptTextLength,
  maxPromptNameLength,
  maxPrompts,
} from '../../../shared/limits.ts'
import { listVariables } from '../../../shared/promptVariables.ts'
import { promptFieldsSchema, type SkippedEntry } from '../../../shared/prompts.ts'
import type { FoundPrompts } from './readTask.ts'

export const fileFormat = 'parley.prompts'
export const fileVersion = 1

/** Fields of Open WebUI that say nothing about the prompt itself. */
const meaningless = new Set([
  ...['id', 'user_id', 'user', 'timestamp', 'created_at', 'updated_at'],
  ...['version_id', 'is_active', 'write_access'],
])
const maxLeft = 50
/** Entries that are named one by one: a file of anything else would make a list without end. */
const maxSkipped = 200
const maxShownLength = 80

/**
 * Returns the prompts in a JSON file of Parley or of Open WebUI, and the entries that can't be used.
 * Errors: unreadable for any other file, and if it holds nothing.
 */
export function readPromptFile(name: string, bytes: Uint8Array): FoundPrompts {
  const result: FoundPrompts = { found: [], skipped: [], skippedCount: 0 }
  for (const [index, entry] of listEntries(name, parseJson(decode(bytes))).entries()) {
    const read = result.found.length < maxPrompts ? readEntry(entry) : 'tooMany'
    if (typeof read !== 'string') {
      result.found.push(read)
      continue
    }
    result.skippedCount += 1
    if (result.skipped.length < maxSkipped) {
      result.skipped.push({ position: index + 1, name: nameEntry(entry), problem: read })
    }
  }
  if (result.found.length + result.skipped.length > 0) return result
  throw new AppError('unreadable', 'It holds no prompts', { subject: name })
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

function listEntries(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  if (value['format'] === undefined) return [value]
  const isOwn = value['format'] === fileFormat && value['version'] === fileVersion
  if (isOwn && Array.isArray(value['prompts'])) return value['prompts']
  throw new AppError('unreadable', 'It is of another program or a newer version of Parley', {
    subject: name,
  })
}

/**
 * Reads `name`, `command` and `text` of Parley, or `title` (newer: `name`), `command` and `content`
 * of Open WebUI. Returns the problem with an entry that can't be used.
 */
function readEntry(entry: unknown): FoundPrompts['found'][number] | SkippedEntry['problem'] {
  if (!isObject(entry)) return 'noPrompt'
  const textField = typeof entry['content'] === 'string' ? 'content' : 'text'
  const nameField = typeof entry['title'] === 'string' ? 'title' : 'name'
  const text = textOf(entry[textField])
  if (text.trim() === '') return 'noText'
  if (text.length > maxPromptTextLength) return 'tooLong'
  const command = textOf(entry['command']).replace(/^\/+/, '')
  const name = textOf(entry[nameField]).trim() || command
  const isCommand = /^[^\s/]*$/u.test(command) && command.length <= maxPromptCommandLength
  const read = promptFieldsSchema.safeParse({
    name: cutName(name),
    command: isCommand ? command : '',
    text,
  })
  if (!read.success) return 'noPrompt'
  const taken = new Set(['command', textField, nameField, ...meaningless])
  const others = Object.entries(entry).filter(([key, value]) => !taken.has(key) && !isEmpty(value))
  const left = [
    ...(name.length > maxPromptNameLength
      ? [`${nameField} = ${name.slice(0, maxShownLength)}…`]
      : []),
    ...(isCommand ? [] : [`command = ${command.slice(0, maxShownLength)}`]),
    ...others.map(([key]) => key.slice(0, maxShownLength)),
    ...listVariables(text)
      .filter(({ unused }) => unused !== '')
      .map(({ name: variable, unused }) => `{{${variable}}}: ${unused.slice(0, maxShownLength)}`),
  ]
  const shown = left.length > maxLeft ? [...left.slice(0, maxLeft), '…'] : left
  return { fields: read.data, left: shown.map((one) => one.toWellFormed()) }
}

function cutName(name: string): string {
  if (name.length <= maxPromptNameLength) return name
  return `${name.slice(0, maxPromptNameLength - 1).toWellFormed()}…`
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** Returns the name of an entry that can't be used, as far as it has one. */
function nameEntry(entry: unknown): string {
  if (!isObject(entry)) return ''
  const names = [entry['title'], entry['name'], entry['command']].map(textOf)
  return (names.find((name) => name.trim() !== '') ?? '').slice(0, maxShownLength).toWellFormed()
}
