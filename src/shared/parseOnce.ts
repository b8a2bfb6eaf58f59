import type { z } from 'zod'

/**
 * Parses as `schema.parse` does, for a schema that is used a few times in a run. zod compiles a
 * schema when it first parses by it, which takes longer than a few values do. Errors: z.ZodError.
 */
export function parseOnce<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  return schema.parse(value, { jitless: true })
}
