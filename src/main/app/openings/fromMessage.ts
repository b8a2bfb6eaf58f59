import { z } from 'zod'
import type { Given } from './readArguments.ts'

const givenSchema = z.object({ arguments: z.array(z.string()), folder: z.string() })

/** Reads the message of a second start; null from another version, which sends none. */
export function fromMessage(message: unknown): Given | null {
  const read = givenSchema.safeParse(message)
  return read.success ? read.data : null
}
