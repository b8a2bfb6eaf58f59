import { isObject, type JsonObject } from '../../../shared/json.ts'
import { joinSchemas, listOf } from './joinSchemas.ts'

/** Schemas that would have more nodes when written out keep their references. */
const maxNodes = 5000
/**
 * The levels that are written out, because references that lead to one another go deeper than any
 * schema that was sent. Of what becomes too large, less depth keeps something of each property.
 */
const levelsInTurn = [200, 6, 3] as const

/** Keywords that say nothing once all references are written out. */
const names = new Set([
  ...['$ref', '$dynamicRef', '$recursiveRef', '$defs', 'definitions'],
  ...['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor'],
])

interface Inlining {
  root: JsonObject
  /** The schemas that references may name, other than by their place. */
  named: ReadonlyMap<string, unknown>
  nodes: number
  /** The levels that may still follow. */
  levels: number
  /** Times that a reference may be written out within itself; `undefined` for never. */
  maxRecursion: number | undefined
  isCut: boolean
}

/**
 * Returns a schema with each reference replaced by what it names, and without the definitions that
 * nothing refers to any more. Arrays that say nothing of their items get `items: {}`, which means
 * the same. With `maxRecursion`, a schema that contains itself or becomes too large is cut there;
 * otherwise it stays as it is, like one with a reference that leads nowhere.
 */
export function inlineReferences(schema: JsonObject, maxRecursion?: number): JsonObject {
  const named = namesIn(schema)
  for (const levels of levelsInTurn) {
    const run = { root: schema, named, maxRecursion, nodes: 0, levels, isCut: false }
    const inlined = inline(schema, run, [])
    if (!isObject(inlined) || (run.isCut && maxRecursion === undefined)) return schema
    if (run.nodes <= maxNodes) return inlined
  }
  return schema
}

function inline(node: unknown, run: Inlining, path: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, run, path))
  if (!isObject(node)) return node
  run.nodes += 1
  if (run.nodes > maxNodes || run.levels === 0) return cut(node, run)
  run.levels -= 1
  const reference = referenceOf(node)
  const written =
    reference === undefined
      ? withItems(inlineAll(node, run, path))
      : follow(reference, node, run, path)
  run.levels += 1
  return written
}

function inlineAll(node: JsonObject, run: Inlining, path: readonly string[]): JsonObject {
  const said = Object.entries(node).filter(([key]) => !names.has(key))
  return Object.fromEntries(
    said.map(([key, value]) => {
      if (isData(key)) return [key, value]
      return [key, isNamed(key, value) ? inlineEach(value, run, path) : inline(value, run, path)]
    }),
  )
}

/** Writes out schemas by name. A name may look like a keyword. */
function inlineEach(named: JsonObject, run: Inlining, path: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, inline(schema, run, path)]),
  )
}

const listsByName = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies'])

function isNamed(key: string, value: unknown): value is JsonObject {
  return listsByName.has(key) && isObject(value)
}

function follow(
  reference: string,
  node: JsonObject,
  run: Inlining,
  path: readonly string[],
): JsonObject {
  const target = resolve(reference, run)
  const times = path.filter((one) => one === reference).length
  if (target === undefined || times > (run.maxRecursion ?? 0)) return cut(node, run)
  const found = inline(target, run, [...path, reference])
  // Keywords beside a reference, such as a description, win over those that it names.
  const own = inlineAll(node, run, path)
  if (target === false) return { ...own, not: {} }
  return isObject(found) ? joinSchemas(own, found) : own
}

/** Returns what is left of a schema that is not written out. */
function cut(node: JsonObject, run: Inlining): JsonObject {
  run.isCut = true
  const reference = referenceOf(node)
  const target = reference === undefined ? undefined : resolve(reference, run)
  const { type, description } = { ...(isObject(target) ? target : {}), ...node }
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof description === 'string' && { description }),
  }
}

function referenceOf(node: JsonObject): string | undefined {
  return [node['$ref'], node['$dynamicRef'], node['$recursiveRef']].find(
    (value) => typeof value === 'string',
  )
}

/** Returns the schema, or true or false, that a reference names; undefined if there is none. */
function resolve(reference: string, { root, named }: Inlining): unknown {
  const known = named.get(reference)
  if (known !== undefined) return known
  const [document = '', place] = reference.split('#')
  if (place === undefined || (place !== '' && !place.startsWith('/'))) return undefined
  let node: unknown = document === '' ? root : named.get(document)
  for (const step of place.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    node = isEntry(node, key) ? Reflect.get(node, key) : undefined
  }
  return isObject(node) || typeof node === 'boolean' ? node : undefined
}

/** Returns the schemas that have a name of their own, by what a reference to them says. */
function namesIn(root: JsonObject): ReadonlyMap<string, unknown> {
  const named = new Map<string, unknown>()
  const left: unknown[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue
    for (const value of Object.values(node)) left.push(value)
    if (!isObject(node)) continue
    const { $id: id, $anchor: anchor, $dynamicAnchor: dynamic } = node
    if (typeof id === 'string') named.set(id.replace(/#$/, ''), node)
    if (typeof anchor === 'string') named.set(`#${anchor}`, node)
    if (typeof dynamic === 'string') named.set(`#${dynamic}`, node)
  }
  return named
}

function isEntry(node: unknown, key: string): node is object {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key)
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function withItems(node: JsonObject): JsonObject {
  const isArray = node['type'] === 'array' || listOf(node['type']).includes('array')
  return isArray && !('items' in node) && !('prefixItems' in node) ? { ...node, items: {} } : node
}

/** Values that are no schemas, whatever they look like. */
function isData(key: string): boolean {
  return key === 'enum' || key === 'const' || key === 'default' || key === 'examples'
}
