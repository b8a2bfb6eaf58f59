import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** A header carries all settings together, and servers accept headers of 8 to 16 kB. */
const maxValueLength = 4000
/** Characters that could begin a new header or end a line. */
const control = /[\p{Cc}\u2028\u2029]/u

/**
 * Checks a value as far as its type tells. Whether the server accepts it is the server's business.
 * Errors: pluginSettingsInvalid with the name.
 */
export function checkSetting(
  name: string,
  value: string | number | boolean | null,
  schema: JsonObject,
): void {
  if (value === null || value === '') return
  const problem = problemOf(value, schema)
  if (problem === null) return
  throw new AppError('pluginSettingsInvalid', problem, {
    subject: name.slice(0, 200),
    answer: problem,
  })
}

function problemOf(value: string | number | boolean, schema: JsonObject): string | null {
  const { type, enum: choices } = schema
  const types = Array.isArray(type) ? type : [type ?? typeof value]
  const own =
    typeof value === 'number' && Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
  if (!own.some((kind) => types.includes(kind)))
    return `It must be of the type ${types.join(' or ')}`
  if (Array.isArray(choices) && !choices.includes(value)) return 'It is none of the choices'
  if (typeof value !== 'string') return Number.isNaN(value) ? 'It must be a number' : null
  if (value.length > maxValueLength) return 'It is too long'
  if (control.test(value)) return 'It must not hold line breaks or other control characters'
  return null
}
