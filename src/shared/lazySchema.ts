import { z } from 'zod'

type Make = () => z.ZodType

const makes = new WeakMap<object, Make>()
const anySchema = z.unknown()

/**
 * Returns a stand-in that becomes the schema that `make` returns when anything is first read from
 * it. From then on it is as fast as the schema itself. The build calls this around each schema of a
 * module (`scripts/lazySchemas.mjs`).
 */
export function lazySchema(make: Make): z.ZodType {
  const standIn = Object.create(unmade) as z.ZodType
  makes.set(standIn, make)
  return standIn
}

/**
 * Stands behind each stand-in that has no properties of its own yet. `in` is not told of which
 * stand-in it asks, and answers for what all schemas have.
 */
const unmade: object = new Proxy(
  {},
  {
    get: (_target, key, standIn: object): unknown => Reflect.get(become(standIn), key),
    has: (_target, key) => key in anySchema,
    set: (_target, key, value, standIn: object) => Reflect.set(become(standIn), key, value),
  },
)

/** Makes the schema, and gives the stand-in its prototype and properties. */
function become(standIn: object): object {
  const make = makes.get(standIn)
  if (!make) return standIn
  const schema = make()
  makes.delete(standIn)
  Object.setPrototypeOf(standIn, Object.getPrototypeOf(schema) as object)
  Object.defineProperties(standIn, Object.getOwnPropertyDescriptors(schema))
  const meta = z.globalRegistry.get(schema)
  if (meta) z.globalRegistry.add(standIn as z.ZodType, meta)
  return standIn
}
