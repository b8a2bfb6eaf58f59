import { parseJson } from '../../../shared/json.ts'
import { assertShallow } from './assertShallow.ts'
import { manifestError } from './manifestError.ts'

/** Parses a stranger's JSON. Errors: pluginManifestInvalid. */
export function parseShallow(text: string): unknown {
  assertShallow(text)
  const value = parseJson(text)
  if (value === undefined) throw manifestError('JSON', 'It is not valid JSON')
  return value
}
