import { isObject, objectsOf, textOf, type JsonObject } from '../../../shared/json.ts'
import type { FieldRole, FormField, MediaKind } from '../../../shared/media/mediaForm.ts'

const maxReferences = 20
const shownFields =
  /^(?:prompt|negative_prompt|image_size|aspect_ratio|resolution|duration|num_images|seed)$/

/**
 * Turns an endpoint's description (OpenAPI 3) into the fields of a form. What no field type
 * describes becomes a JSON field: nothing is dropped. Returns undefined if it describes no input.
 */
export function readFalForm(document: unknown, endpoint: string): FormField[] | undefined {
  if (!isObject(document)) return undefined
  const input = inputOf(document, endpoint)
  const properties = input?.['properties']
  if (!input || !isObject(properties)) return undefined
  const required = new Set(listOf(input['required']))
  const ordered = listOf(input['x-fal-order-properties']).filter((name) =>
    Object.hasOwn(properties, name),
  )
  const names = [...new Set([...ordered, ...Object.keys(properties)])]
  const fields = names.flatMap((name) => {
    const schema = resolve(document, properties[name])
    return schema ? [fieldOf(document, name, schema, required.has(name))] : []
  })
  const rank = ({ role, required: isRequired }: FormField): number =>
    role === 'prompt' ? 0 : isRequired ? 1 : 2
  return fields.toSorted((a, b) => rank(a) - rank(b))
}

/** The input is what the POST refers to; other schemas of the document may end in `Input` too. */
function inputOf(document: JsonObject, endpoint: string): JsonObject | undefined {
  const { paths } = document
  if (!isObject(paths)) return undefined
  const path = paths[`/${endpoint}`] ?? Object.values(paths).find((each) => at(each, 'post'))
  return resolve(document, at(path, 'post', 'requestBody', 'content', 'application/json', 'schema'))
}

function at(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
}

/** Follows references, and the one part of a nullable or combined schema that says something. */
function resolve(document: JsonObject, schema: unknown, depth = 0): JsonObject | undefined {
  if (!isObject(schema) || depth > maxReferences) return undefined
  const { $ref, allOf, anyOf, ...rest } = schema
  if (typeof $ref === 'string') {
    const found = resolve(document, at(document, ...$ref.replace(/^#\//, '').split('/')), depth + 1)
    return found && { ...found, ...rest }
  }
  const only = [allOf, anyOf].map((parts) => objectsOf(parts).filter(({ type }) => type !== 'null'))
  for (const parts of only) {
    if (parts.length !== 1) continue
    const found = resolve(document, parts[0], depth + 1)
    if (found) return { ...found, ...rest }
  }
  return schema
}

function fieldOf(
  document: JsonObject,
  name: string,
  schema: JsonObject,
  required: boolean,
): FormField {
  const role = roleOf(name)
  const base = {
    ...{ name, required, role },
    title: textOf(schema['title']) || name,
    description: textOf(schema['description']),
    more: !required && role !== 'image' && role !== 'mask' && !shownFields.test(name),
  }
  const given = schema['default']
  const type = schema['type']
  const size = sizeOf(document, schema)
  if (size)
    return { type: 'size', ...base, ...size, default: typeof given === 'string' ? given : null }
  const options = Array.isArray(schema['enum']) ? schema['enum'].filter(isChoice) : []
  if (options.length > 0) {
    const choices = options.map((value) => ({ value, label: String(value) }))
    return { type: 'choice', ...base, options: choices, default: isChoice(given) ? given : null }
  }
  const file = fileOf(name, schema)
  if (file) return { type: 'file', ...base, ...file }
  if (type === 'boolean') {
    return { type: 'toggle', ...base, default: typeof given === 'boolean' ? given : null }
  }
  if (type === 'integer' || type === 'number') return { ...base, ...numberOf(schema, type, given) }
  if (type === 'string') {
    const maxLength = countOf(schema['maxLength'])
    const multiline = role === 'prompt' || role === 'negativePrompt' || name === 'text'
    const text = typeof given === 'string' ? given : null
    return { type: 'text', ...base, multiline, maxLength, default: text }
  }
  if (type === 'array' && at(schema, 'items', 'type') === 'string') {
    const list = Array.isArray(given) ? given.filter((each) => typeof each === 'string') : null
    return { type: 'list', ...base, maximum: countOf(schema['maxItems']), default: list }
  }
  return { type: 'json', ...base, default: given ?? null }
}

function numberOf(schema: JsonObject, type: 'integer' | 'number', given: unknown) {
  const limit = (name: string): number | null => {
    const value = schema[name]
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  return {
    type: 'number' as const,
    integer: type === 'integer',
    minimum: limit('minimum') ?? limit('exclusiveMinimum'),
    maximum: limit('maximum') ?? limit('exclusiveMaximum'),
    step: positive(limit('multipleOf')),
    default: typeof given === 'number' ? given : null,
  }
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null
}

/** A size is a choice of names, or width and height. */
function sizeOf(document: JsonObject, schema: JsonObject) {
  const parts = objectsOf(schema['anyOf'])
    .map((part) => resolve(document, part))
    .filter((part) => part !== undefined)
  const named = parts.find((part) => Array.isArray(part['enum']))
  const sized = parts.find((part) => at(part, 'properties', 'width') !== undefined)
  if (!sized || !named) return undefined
  const limits = ['width', 'height'].map((side) => at(sized, 'properties', side))
  const maximum = Math.min(...limits.map((side) => countOf(at(side, 'maximum')) ?? 14_142))
  const minimum = Math.max(...limits.map((side) => countOf(at(side, 'exclusiveMinimum')) ?? 0), 0)
  return {
    options: listOf(named['enum']).map((value) => ({
      ...{ value, label: value.replaceAll('_', ' ') },
      ...{ width: null, height: null },
    })),
    custom: {
      ...{ minimum: Math.max(1, minimum), maximum, multipleOf: 1 },
      ...{ ratioMaximum: null, pixelsMaximum: null },
    },
  }
}

/** A file is a text whose name ends in `_url`, and a list of them in `_urls`. */
function fileOf(name: string, schema: JsonObject) {
  if (!/(?:^|_)urls?$/.test(name)) return undefined
  const kind = kindOf(name)
  if (schema['type'] === 'string') return { kind, maximum: 1 }
  if (schema['type'] !== 'array') return undefined
  return { kind, maximum: countOf(schema['maxItems']) ?? 20 }
}

function kindOf(name: string): MediaKind | null {
  if (/video/.test(name)) return 'video'
  if (/audio|speech|voice|sound/.test(name)) return 'audio'
  return /image|mask|frame|photo|face|garment/.test(name) ? 'image' : null
}

function roleOf(name: string): FieldRole | null {
  if (name === 'prompt') return 'prompt'
  if (name === 'negative_prompt') return 'negativePrompt'
  if (name === 'seed') return 'seed'
  if (name === 'image_size') return 'size'
  if (name === 'num_images') return 'count'
  if (/^mask(?:_image)?_url$/.test(name)) return 'mask'
  return /^(?:input_)?images?_urls?$/.test(name) ? 'image' : null
}

function isChoice(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
}
