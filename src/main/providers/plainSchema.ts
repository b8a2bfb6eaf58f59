import { isObject, objectsOf, textOf, type JsonObject } from '../../shared/json.ts'
import { inlineReferences } from './inlineReferences.ts'

const maxRecursion = 1
const descriptionLengthMaximum = 1024
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

/**
 * Returns a tool's schema in the few words that every service knows: type, description, enum,
 * properties, required, items and anyOf. References are written out, and what can't be said is left
 * out, as the tool's own schema checks the arguments anyway.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const root = plainNode(merged(inlineReferences(schema, maxRecursion)))
  const { anyOf: _anyOf, items: _items, ...rest } = root
  return { ...rest, type: 'object', properties: rest['properties'] ?? {} }
}

/** How much of a schema some service might refuse. */
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
  const isTexts = type === 'string' && values.every((value) => typeof value === 'string')
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

function itemsOf({ items }: JsonObject): JsonObject {
  return plainNode(isObject(items) ? items : {})
}

function describe(
  { description, title }: JsonObject,
  values: readonly unknown[],
): { description?: string } {
  const said = textOf(description) || textOf(title)
  const listed = values.length > 0 ? `One of: ${JSON.stringify(values)}` : ''
  const text = [said, listed].filter((one) => one !== '').join(' ')
  return text === '' ? {} : { description: text.slice(0, descriptionLengthMaximum).toWellFormed() }
}

function typeOf(node: JsonObject): string {
  const named = [node['type']].flat().find((type) => types.has(String(type)))
  if (typeof named === 'string') return named
  if (isObject(node['properties'])) return 'object'
  if ('items' in node) return 'array'
  const [first] = valuesOf(node)
  return typeof first === 'number' || typeof first === 'boolean' ? typeof first : 'string'
}

function valuesOf({ enum: list, const: only }: JsonObject): unknown[] {
  const values = only === undefined ? listOf(list) : [only]
  return values.filter((value) => value !== null)
}

/** Merges what must hold together, and takes the choice of what may hold. */
function withoutNull(node: JsonObject): JsonObject {
  const whole = objectsOf(node['allOf']).reduce(join, node)
  const all = objectsOf(whole['anyOf'] ?? whole['oneOf'])
  const choices = all.filter(({ type }) => type !== 'null')
  const { anyOf: _anyOf, oneOf: _oneOf, allOf: _allOf, ...rest } = whole
  const [only] = choices
  if (choices.length === 1 && only) return withoutNull({ ...only, ...rest })
  return choices.length > 1 ? { ...rest, anyOf: choices } : rest
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
  const joined = choices.reduce(join, rest)
  return { ...joined, required: [...new Set([...listOf(rest['required']), ...shared])] }
}

function join(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectIn(other, 'properties'), ...objectIn(one, 'properties') }
  const required = [...new Set([...listOf(one['required']), ...listOf(other['required'])])]
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

function objectIn(node: JsonObject, key: string): JsonObject {
  const value = node[key]
  return isObject(value) ? value : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
