import { isObject, type JsonObject } from '../../../shared/json.ts'
import { shortText, type References } from './references.ts'

/** The parts of one tool's schemas. More would cost more tokens than any tool is worth. */
const maxSchemaParts = 400
const maxLevels = 20
const maxDescriptionLength = 500
const maxEnumLength = 200

type Schema = Record<string, unknown>

/** Keywords whose value is kept as it is. Others say nothing to a model, or need a reader. */
const plainKeywords = [
  'format',
  'const',
  'default',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const

const listKeywords = ['oneOf', 'anyOf', 'allOf', 'prefixItems'] as const
const schemaKeywords = ['items', 'not', 'additionalProperties'] as const

/** The parts that all tools of a document may still have: main has to read them all at once. */
export interface PartsLeft {
  parts: number
}
export const maxDocumentParts = 20_000

export interface SchemaConverter {
  convert: (value: unknown) => Schema | boolean
  /** True once a part was left out because the schemas became too large or never end. */
  isCut: () => boolean
}

/**
 * Creates a converter of the schemas of one tool into JSON Schemas of their own: references are
 * replaced by what they stand for. One that leads back into itself becomes “anything”.
 */
export function createSchemaConverter(
  references: References,
  document: PartsLeft,
): SchemaConverter {
  let partsLeft = Math.min(maxSchemaParts, document.parts)
  let isCut = false

  function convert(value: unknown, level: number, trail: readonly string[]): Schema | boolean {
    if (typeof value === 'boolean') return value
    if (!isObject(value)) return {}
    partsLeft -= 1
    document.parts -= 1
    const reference = value['$ref']
    const isCircle = typeof reference === 'string' && trail.includes(reference)
    if (partsLeft < 0 || level > maxLevels || isCircle) {
      isCut = true
      return {}
    }
    if (typeof reference !== 'string') return convertPlain(value, level, trail)
    const target = convert(references.find(reference), level + 1, [...trail, reference])
    const description = shortText(value['description'], maxDescriptionLength)
    return description === '' || typeof target === 'boolean' ? target : { ...target, description }
  }

  function convertPlain(value: JsonObject, level: number, trail: readonly string[]): Schema {
    const inner = (part: unknown): Schema | boolean => convert(part, level + 1, trail)
    const schema: Schema = { ...typeOf(value), ...boundsOf(value) }
    const description = shortText(value['description'], maxDescriptionLength)
    if (description !== '') schema['description'] = description
    for (const keyword of plainKeywords) {
      if (value[keyword] !== undefined) schema[keyword] = value[keyword]
    }
    if (Array.isArray(value['enum'])) schema['enum'] = value['enum'].slice(0, maxEnumLength)
    for (const keyword of schemaKeywords) {
      if (value[keyword] !== undefined) schema[keyword] = inner(value[keyword])
    }
    for (const keyword of listKeywords) {
      const list: unknown = value[keyword]
      if (Array.isArray(list) && list.length > 0) schema[keyword] = list.map(inner)
    }
    return { ...schema, ...propertiesOf(value, inner) }
  }

  function propertiesOf(value: JsonObject, inner: (part: unknown) => Schema | boolean): Schema {
    const { properties, required } = value
    if (!isObject(properties)) return {}
    // Read-only properties are written by the server alone, so a request leaves them out.
    const written = Object.entries(properties).filter(([, part]) => !isReadOnly(part))
    const names = new Set(written.map(([name]) => name))
    const needed = Array.isArray(required) ? required.filter((name) => names.has(String(name))) : []
    return {
      properties: Object.fromEntries(written.map(([name, part]) => [name, inner(part)])),
      ...(needed.length > 0 && { required: needed }),
    }
  }

  return { convert: (value) => convert(value, 0, []), isCut: () => isCut }
}

function isReadOnly(part: unknown): boolean {
  return isObject(part) && part['readOnly'] === true
}

/** Returns the type as JSON Schema has it: OpenAPI 3.0 has `nullable`, 2.0 the type `file`. */
function typeOf({ type, nullable }: JsonObject): Schema {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
  const types = names.map((name) => (name === 'file' ? 'string' : name))
  if (types.length === 0) return {}
  if (nullable === true && !types.includes('null')) types.push('null')
  return { type: types.length === 1 ? types[0] : types }
}

/** Returns the bounds of a number: in OpenAPI 3.0 `exclusiveMinimum` is true or false. */
function boundsOf(value: JsonObject): Schema {
  const bounds: Schema = {}
  for (const [plain, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const isExclusive = value[exclusive] === true
    if (typeof value[plain] === 'number') bounds[isExclusive ? exclusive : plain] = value[plain]
    if (typeof value[exclusive] === 'number') bounds[exclusive] = value[exclusive]
  }
  return bounds
}
