import { parse } from 'yaml'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { documentError } from './documentError.ts'

const maxAliases = 100

/** Parses a document in JSON or YAML. Errors: pluginManifestInvalid. */
export function parseDocument(text: string): JsonObject {
  const value = /^\s*\{/.test(text) ? parseAny(text, JSON.parse) : parseAny(text, parseYaml)
  if (!isObject(value)) throw documentError('JSON', 'It is not an OpenAPI document')
  return value
}

/** YAML's own types alone. Aliases are bounded: a few of them can stand for gigabytes. */
function parseYaml(text: string): unknown {
  return parse(text, {
    schema: 'core',
    customTags: [],
    merge: false,
    maxAliasCount: maxAliases,
    logLevel: 'silent',
    prettyErrors: false,
  })
}

function parseAny(text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text)
  } catch (error) {
    // Also a RangeError, for a document that is nested too deeply.
    const problem = error instanceof Error ? error.message : ''
    throw documentError('JSON', `It is neither JSON nor YAML: ${problem}`)
  }
}
