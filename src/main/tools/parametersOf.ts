import { z } from 'zod'
import type { Tool } from './tool.ts'

const known = new WeakMap<z.ZodType, Tool['parameters']>()

/** Returns the JSON schema of a tool's arguments: always the same object for the same schema. */
export function parametersOf(schema: z.ZodType): Tool['parameters'] {
  const parameters = known.get(schema) ?? z.toJSONSchema(schema)
  known.set(schema, parameters)
  return parameters
}
