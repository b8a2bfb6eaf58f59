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
  const description = JSON.parse(text, toJsonSchema) as Description
  ajv.addSchema(description, 'openapi')
  return (schemaName, body) => {
    const validate = ajv.getSchema(`openapi#/components/schemas/${schemaName}`)
    if (!validate) throw new Error(`No schema ${schemaName} in the API description`)
    const unknown = unknownFields(description.components.schemas[schemaName], body)
    if (validate(body)) return unknown
    const errors = (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message ?? ''}`,
    )
    return [...errors, ...unknown]
  }
}

interface Description {
  components: { schemas: Record<string, { properties?: object } | undefined> }
}

/**
 * Names the fields that a request's schema does not list, because the service refuses unknown ones.
 */
function unknownFields(schema: { properties?: object } | undefined, body: unknown): string[] {
  if (!schema?.properties || typeof body !== 'object' || body === null) return []
  const known = new Set(Object.keys(schema.properties))
  return Object.keys(body).flatMap((name) => (known.has(name) ? [] : `unknown field ${name}`))
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
