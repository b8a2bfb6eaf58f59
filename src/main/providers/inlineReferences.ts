import { isObject, type JsonObject } from '../../shared/json.ts'

/** Schemas that would have more nodes when written out keep their references. */
const maxNodes = 5000

interface Inlining {
  root: JsonObject
  nodes: number
  /** How often a reference may lead back into itself. */
  maxRecursion: number
  isCut: boolean
}

/**
 * Returns a schema with each `$ref` replaced by what it names, and without the `$defs` that nothing
 * refers to any more. Arrays that say nothing of their items get `items: {}`, which means the same.
 * With `maxRecursion`, a schema that contains itself is cut there; otherwise it stays as it is, like
 * one that would become too large.
 */
export function inlineReferences(schema: JsonObject, maxRecursion?: number): JsonObject {
  const run = { root: schema, nodes: 0, maxRecursion: maxRecursion ?? 0, isCut: false }
  const inlined = inline(schema, run, [])
  if (run.nodes > maxNodes || (run.isCut && maxRecursion === undefined)) return schema
  const { $defs: _defs, definitions: _definitions, ...rest } = isObject(inlined) ? inlined : schema
  return rest
}

function inline(node: unknown, run: Inlining, path: readonly string[]): unknown {
  run.nodes += 1
  if (run.nodes > maxNodes) return {}
  if (Array.isArray(node)) return node.map((item) => inline(item, run, path))
  if (!isObject(node)) return node
  const { $ref: reference, ...own } = node
  if (typeof reference === 'string') return follow(reference, own, run, path)
  return withItems(inlineAll(node, run, path))
}

function inlineAll(node: JsonObject, run: Inlining, path: readonly string[]): JsonObject {
  // Each definition is read where it is referred to.
  const entries = Object.entries(node).filter(([key]) => node !== run.root || !isDefinitions(key))
  return Object.fromEntries(
    entries.map(([key, value]) => {
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

function isNamed(key: string, value: unknown): value is JsonObject {
  return (key === 'properties' || key === 'patternProperties') && isObject(value)
}

function follow(
  reference: string,
  own: JsonObject,
  run: Inlining,
  path: readonly string[],
): JsonObject {
  const target = resolve(reference, run.root)
  const times = path.filter((one) => one === reference).length
  if (!target || times > run.maxRecursion) {
    run.isCut = true
    const type = typeof target?.['type'] === 'string' ? { type: target['type'] } : {}
    return { ...type, ...own }
  }
  const found = inline(target, run, [...path, reference])
  // What stands beside a reference, such as a description, counts more.
  return { ...(isObject(found) ? found : {}), ...inlineAll(own, run, path) }
}

function resolve(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let node: unknown = root
  for (const step of reference.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    node = isEntry(node, key) ? Reflect.get(node, key) : undefined
  }
  return isObject(node) ? node : undefined
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
  const isArray = node['type'] === 'array'
  return isArray && !('items' in node) && !('prefixItems' in node) ? { ...node, items: {} } : node
}

function isDefinitions(key: string): boolean {
  return key === '$defs' || key === 'definitions'
}

/** Values that are no schemas, whatever they look like. */
function isData(key: string): boolean {
  return key === 'enum' || key === 'const' || key === 'default' || key === 'examples'
}
