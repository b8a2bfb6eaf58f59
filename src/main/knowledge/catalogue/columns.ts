import type { z } from 'zod'

/** Returns what a JSON column holds; null if it is empty, or unreadable. */
export function readJson<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): z.output<Schema> | null {
  if (typeof value !== 'string') return null
  try {
    return schema.parse(JSON.parse(value))
  } catch {
    return null
  }
}

/** Returns the value of a JSON column. */
export function writeJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
