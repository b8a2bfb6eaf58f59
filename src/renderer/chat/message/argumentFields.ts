import { isObject, parseJson } from '../../../shared/json.ts'
import { argumentFieldsMaximum, argumentNameLengthMaximum } from '../../../shared/limits.ts'

/** An argument of a call, and how it differs from the last allowed call of the same tool. */
export interface ArgumentField {
  /** Empty for a text that is no object, or a large one. */
  name: string
  /** Null if only the earlier call had it. */
  value: string | null
  /** The earlier value; null if it had none. Missing where nothing is compared. */
  before?: string | null
}

/** Returns the arguments by name; a text that is no object, or a large one, has no name. */
export function fieldsOf(text: string): ArgumentField[] {
  if (text.trim() === '') return []
  const value = parseJson(text)
  const fields = isObject(value) ? Object.entries(value) : undefined
  const isReadable =
    fields &&
    fields.length <= argumentFieldsMaximum &&
    fields.every(([name]) => name.length <= argumentNameLengthMaximum)
  if (!isReadable) return [{ name: '', value: text }]
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
