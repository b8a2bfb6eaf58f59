import { z } from 'zod'
import { maxLinkLength } from './parseLink.ts'
import type { Given } from './readArguments.ts'

const maxArguments = 100

const givenSchema = z.object({ arguments: z.array(z.string()), folder: z.string() })

/**
 * Returns what a second start passes to the running Parley: systems limit the size of such a message.
 * A link that is cut here is longer than any that is opened.
 */
export function toMessage(
  given: readonly string[],
  folder: string,
): Given & { arguments: string[] } {
  const kept = given.slice(0, maxArguments)
  return { arguments: kept.map((argument) => argument.slice(0, maxLinkLength + 1)), folder }
}

/** Reads the message of a second start; null from another version, which sends none. */
export function fromMessage(message: unknown): Given | null {
  const read = givenSchema.safeParse(message)
  return read.success ? read.data : null
}
