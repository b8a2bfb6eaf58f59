import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject } from '../../../shared/json.ts'

/**
 * Formats are hints for the model. Schemas of strangers break the standard in small ways, which
 * does not matter here: a keyword that means nothing is ignored.
 */
const options: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  validateSchema: false,
  unicodeRegExp: false,
  logger: false,
}

/** A schema that refers to another document. Nothing is fetched. */
export class RemoteReference extends Error {}

/**
 * Compiles a JSON Schema of draft 7 or 2020-12. It generates code and runs patterns that a stranger
 * wrote: only a thread that can be ended may call it. Errors: RemoteReference, those of Ajv.
 */
export function compileSchema(schema: unknown): ValidateFunction {
  if (!isObject(schema) && typeof schema !== 'boolean') throw new Error('It is no schema')
  const { $async: _, $schema, ...rest } = isObject(schema) ? schema : { not: {} }
  const plain = typeof schema === 'boolean' ? schema : rest
  const said = typeof $schema === 'string' ? $schema : ''
  if (/draft-0\d/.test(said)) return compileBy(new Ajv(options), plain)
  try {
    return compileBy(new Ajv2020(options), plain)
  } catch (error) {
    // Without `$schema` it may be the older draft, in which lists are described otherwise.
    if (error instanceof RemoteReference) throw error
    return compileBy(new Ajv(options), plain)
  }
}

function compileBy(ajv: Ajv | Ajv2020, schema: object | boolean): ValidateFunction {
  try {
    return ajv.compile(schema)
  } catch (error) {
    if (error instanceof Error && 'missingRef' in error) {
      throw new RemoteReference(String(error.missingRef))
    }
    throw error
  }
}

const maxProblems = 5

/** Returns the faults that a check found, as sentences for the model. */
export function describeFaults(faults: readonly ErrorObject[] | null | undefined): string {
  const said = (faults ?? []).slice(0, maxProblems).map(describeFault)
  return [...new Set(said)].join(' ').slice(0, 1500)
}

function describeFault({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath === '' ? 'The arguments' : `“${instancePath.slice(1)}”`
  const { additionalProperty, allowedValues } = params as Record<string, unknown>
  const more =
    typeof additionalProperty === 'string'
      ? `: ${additionalProperty}`
      : Array.isArray(allowedValues)
        ? `: ${JSON.stringify(allowedValues).slice(0, 300)}`
        : ''
  return `${place} ${message ?? 'are wrong'}${more}.`
}
