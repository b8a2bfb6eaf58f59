import { z } from 'zod'

type Parameters = Readonly<Record<string, unknown>>

const known = new WeakMap<z.ZodType, Parameters>()

/** Returns the JSON schema of a tool's arguments: always the same object for the same schema. */
export function parametersOf(schema: z.ZodType): Parameters {
  const parameters = known.get(schema) ?? z.toJSONSchema(schema)
  known.set(schema, parameters)
  return parameters
}
