import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'

const file = fileURLToPath(new URL('../../../shared/specs/openai-openapi.json', import.meta.url))

export type ValidateRequest = (schemaName: string, body: unknown) => string[]

let loaded: ValidateRequest | undefined

/**
 * Returns a validator against OpenAI's published API description, if the file lies beside the
 * project; otherwise it reports no violations.
 */
export function loadOpenAiSpec(): ValidateRequest {
  loaded ??= existsSync(file) ? compile(readFileSync(file, 'utf8')) : () => []
  return loaded
}

function compile(text: string): ValidateRequest {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(JSON.parse(text, toJsonSchema) as object, 'openapi')
  return (schemaName, body) => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${schemaName}`)
    if (!validate) throw new Error(`No schema ${schemaName} in the API description`)
    if (validate(body)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`)
  }
}

/**
 * Converts a schema from OpenAPI to JSON Schema: removes `nullable` beside references and unions,
 * and allows several members of a union to match, as the description's own do.
 */
function toJsonSchema(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'nullable' || 'type' in value)
      .map(([name, inner]) => [name === 'oneOf' && Array.isArray(inner) ? 'anyOf' : name, inner]),
  )
}
