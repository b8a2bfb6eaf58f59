import { isObject, objectsOf, textOf, type JsonObject } from '../../../shared/json.ts'
import { inlineReferences } from './inlineReferences.ts'
import { joinSchemas, listOf } from './joinSchemas.ts'

const maxRecursion = 1
const maxDescriptionLength = 1024
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

/**
 * Returns a tool's schema in the few words that every service knows: type, description, enum,
 * properties, required, items and anyOf. References are written out, and what can't be said is left
 * out, because the tool's own schema checks the arguments anyway.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const root = plainNode(merged(inlineReferences(schema, maxRecursion)))
  const { anyOf: _anyOf, items: _items, ...rest } = root
  return { ...rest, type: 'object', properties: rest['properties'] ?? {} }
}

/** Counts the keywords of a schema that some service might refuse. */
export function countUnusual(schema: JsonObject): number {
  const unusual =
    /"(?:\$ref|\$defs|definitions|oneOf|anyOf|allOf|not|if|const|nullable|patternProperties|prefixItems|pattern|format)":|"type":\[|"type":"array"/g
  return JSON.stringify(schema).match(unusual)?.length ?? 0
}

function plainNode(given: JsonObject): JsonObject {
  const node = withoutNull(given)
  const properties = isObject(node['properties']) ? Object.entries(node['properties']) : []
  const type = typeOf(node)
  const choices = objectsOf(node['anyOf']).map(plainNode)
  const values = valuesOf(node)
  // Gemini refuses a blank text in an enum.
  const isTexts =
    type === 'string' && values.every((value) => typeof value === 'string' && value !== '')
  const names = new Set(properties.map(([name]) => name))
  const required = listOf(node['required']).filter((name) => names.has(String(name)))
  return {
    ...(choices.length === 0 && { type }),
    ...describe(node, isTexts ? [] : values),
    ...(values.length > 0 && isTexts && { enum: values }),
    ...(choices.length > 0 && { anyOf: choices }),
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map(([name, value]) => [name, plainNode(isObject(value) ? value : {})]),
      ),
    }),
    ...(required.length > 0 && { required }),
    ...(type === 'array' && choices.length === 0 && { items: itemsOf(node) }),
  }
}

/**
 * Returns what any item may be. Of a tuple, whose items have their places, all that some may be.
 */
function itemsOf({ items, prefixItems }: JsonObject): JsonObject {
  const placed = objectsOf(Array.isArray(items) ? items : prefixItems)
  const all = [...placed, ...(isObject(items) ? [items] : [])].map(plainNode)
  const distinct = [...new Map(all.map((item) => [JSON.stringify(item), item])).values()]
  const [only = plainNode({})] = distinct
  return distinct.length > 1 ? { anyOf: distinct } : only
}

function describe(
  { description, title }: JsonObject,
  values: readonly unknown[],
): { description?: string } {
  const said = textOf(description) || textOf(title)
  const listed = values.length > 0 ? `One of: ${JSON.stringify(values)}` : ''
  const text = [said, listed].filter((one) => one !== '').join(' ')
  return text === '' ? {} : { description: text.slice(0, maxDescriptionLength).toWellFormed() }
}

function typeOf(node: JsonObject): string {
  const named = [node['type']].flat().find((type) => types.has(String(type)))
  if (typeof named === 'string') return named
  if (isObject(node['properties'])) return 'object'
  if ('items' in node || 'prefixItems' in node) return 'array'
  const [first] = valuesOf(node)
  return typeof first === 'number' || typeof first === 'boolean' ? typeof first : 'string'
}

function valuesOf({ enum: list, const: only }: JsonObject): unknown[] {
  const values = only === undefined ? listOf(list) : [only]
  return values.filter((value) => value !== null)
}

/** Merges what must hold together, and takes the choice of what may hold. */
function withoutNull(node: JsonObject): JsonObject {
  const whole = objectsOf(node['allOf']).reduce(joinSchemas, node)
  const all = objectsOf(whole['anyOf'] ?? whole['oneOf'])
  const choices = all.filter((choice) => !isNull(choice))
  const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...rest } = whole
  const [only] = choices
  if (choices.length === 1 && only) return withoutNull({ ...only, ...rest })
  return choices.length > 1 ? { ...rest, anyOf: choices } : rest
}

function isNull({ type, const: only, enum: list }: JsonObject): boolean {
  const values = only === undefined ? listOf(list) : [only]
  return type === 'null' || (values.length > 0 && values.every((value) => value === null))
}

/** Joins the choices at the top: services want one object there. Only what all require is. */
function merged(schema: JsonObject): JsonObject {
  const node = withoutNull(schema)
  const choices = objectsOf(node['anyOf']).map(withoutNull)
  const { anyOf: _anyOf, ...rest } = node
  if (choices.length === 0) return rest
  const shared = choices
    .map(({ required }) => new Set(listOf(required)))
    .reduce((one, other) => one.intersection(other))
  const joined = choices.reduce(joinSchemas, rest)
  return { ...joined, required: [...new Set([...listOf(rest['required']), ...shared])] }
}
