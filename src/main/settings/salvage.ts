import { z } from 'zod'

/** The readable part of a value, and whether it is complete. */
export interface Salvaged {
  value: unknown
  whole: boolean
}

/**
 * Reads as much of a damaged value as its schema allows: an invalid field falls back to its
 * default, and an invalid entry of a list or record is dropped. Returns undefined if nothing is
 * readable.
 */
export function salvage(schema: z.core.$ZodType, value: unknown): Salvaged | undefined {
  // By a schema that is used once in a run, as in `parseOnce`.
  const whole = z.safeParse(schema, value, { jitless: true })
  if (whole.success) return { value: whole.data, whole: true }
  for (const part of partsOf(unwrap(schema), value)) {
    const parsed = z.safeParse(schema, part)
    if (parsed.success) return { value: parsed.data, whole: false }
  }
  return undefined
}

/** Returns candidates for the remaining value, the most complete first. */
function partsOf(schema: z.core.$ZodType, value: unknown): unknown[] {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const entries = value.map((entry) => salvage(schema.element, entry))
    return [entries.flatMap((read) => (read === undefined ? [] : [read.value]))]
  }
  if (!isFields(value)) return []
  if (schema instanceof z.ZodRecord) return [pick(value, () => schema.valueType, false)]
  if (!(schema instanceof z.ZodObject)) return []
  const shape: Record<string, z.core.$ZodType> = schema.shape
  const fieldOf = (name: string): z.core.$ZodType | undefined =>
    Object.hasOwn(shape, name) ? shape[name] : undefined
  return [pick(value, fieldOf, true), pick(value, fieldOf, false)]
}

/**
 * Returns the readable fields. With `incomplete`, also returns partial fields, which the defaults
 * of their group may complete.
 */
function pick(
  value: Record<string, unknown>,
  schemaOf: (name: string) => z.core.$ZodType | undefined,
  incomplete: boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const schema = schemaOf(name)
      if (schema === undefined) return []
      const read = salvage(schema, field)
      if (read !== undefined) return [[name, read.value]]
      const left = incomplete ? partsOf(unwrap(schema), field).slice(0, 1) : []
      return left.map((part) => [name, part])
    }),
  )
}

/** Returns the schema below defaults, optional and preprocess wrappers. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return unwrap(schema.def.innerType)
  }
  if (schema instanceof z.ZodNullable) return unwrap(schema.def.innerType)
  if (schema instanceof z.ZodPipe) return unwrap(schema.def.out)
  return schema
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
