import { isObject, type JsonObject } from '../../../shared/json.ts'

/** An object of a file, whose fields are taken one by one. */
export interface Source {
  /**
   * Returns the first of the fields that `read` accepts, and marks it as taken. A path is `name` or
   * `config.params.name`.
   */
  take: <Value>(
    paths: readonly string[],
    read: (value: unknown) => Value | undefined,
  ) => Value | undefined
  /** Marks a field as taken that carries nothing for the user. */
  ignore: (...paths: string[]) => void
  /** Returns the names of all fields that were not taken and hold something. */
  left: () => string[]
}

const maxDepth = 3
const maxNames = 200
const maxValueLength = 80

export function openSource(source: JsonObject): Source {
  const taken = new Set<string>()
  return {
    take(paths, read) {
      for (const path of paths) {
        const value = read(valueAt(source, path))
        if (value === undefined) continue
        taken.add(path)
        return value
      }
      return undefined
    },
    ignore: (...paths) => paths.forEach((path) => taken.add(path)),
    left: () => listLeft(source, taken, '').slice(0, maxNames),
  }
}

function valueAt(source: JsonObject, path: string): unknown {
  let value: unknown = source
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

function listLeft(source: JsonObject, taken: ReadonlySet<string>, prefix: string): string[] {
  return Object.entries(source).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    if (taken.has(path) || isEmpty(value)) return []
    const isDeeper = isObject(value) && path.split('.').length < maxDepth
    return isDeeper ? listLeft(value, taken, `${path}.`) : [describe(path, value)]
  })
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** Adds a short value to the name: the user may choose the same in Parley. */
function describe(path: string, value: unknown): string {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const isPlain = values.every((one) => typeof one === 'string' || typeof one === 'number')
  const text = isPlain ? values.join(', ') : ''
  const name = path.slice(0, maxValueLength)
  return text === '' || text.length > maxValueLength ? name : `${name} = ${text}`
}
