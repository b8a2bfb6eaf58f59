import { canonicalArguments } from '../../../../shared/plugins/canonicalArguments.ts'
import { maxArgumentFields, maxArgumentNameLength } from '../../../../shared/limits.ts'

/** An argument of a call, and how it differs from the last allowed call of the same tool. */
export interface ArgumentField {
  /** Null for a text that is no object, or a large one. */
  name: string | null
  /** Null if only the earlier call had it. */
  value: string | null
  /** The earlier value; null if it had none. Missing where nothing is compared. */
  before?: string | null
}

/**
 * Returns the arguments by name. A text that is no object or a large one, and one that can't be read
 * without a change, is one field without a name.
 */
export function fieldsOf(text: string): ArgumentField[] {
  if (text.trim() === '') return []
  const read = canonicalArguments(text)
  const fields = 'problem' in read ? undefined : Object.entries(read.input)
  const isReadable =
    fields &&
    fields.length <= maxArgumentFields &&
    fields.every(([name]) => name.length <= maxArgumentNameLength)
  if (!isReadable) return [{ name: null, value: text }]
  return fields.map(([name, field]) => ({ name, value: textOf(field) }))
}

/** Returns the arguments, each with its value in the earlier call, and those that are gone. */
export function compareFields(text: string, earlier: string): ArgumentField[] {
  const before = new Map(fieldsOf(earlier).map(({ name, value }) => [name, value]))
  const now = fieldsOf(text).map((field) => ({ ...field, before: before.get(field.name) ?? null }))
  const gone = [...before].filter(([name]) => !now.some((field) => field.name === name))
  return [...now, ...gone.map(([name, value]) => ({ name, value: null, before: value }))]
}

/** Tells whether an argument differs from the earlier call. */
export function isChanged({ value, before }: ArgumentField): boolean {
  return before !== undefined && before !== value
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
