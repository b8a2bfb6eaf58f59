import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ToolInput } from './tool.ts'

/** The arguments that a permission covers. Arguments that it does not name are not covered. */
export const argumentPatternSchema = z.object({
  fixed: z.array(z.tuple([z.string(), z.unknown()])),
  /** The names of arguments that may have any value, or be left out. */
  free: z.array(z.string()),
})
export type ArgumentPattern = z.infer<typeof argumentPatternSchema>

/** Returns the pattern of a call in which the named arguments may change. All others stay. */
export function createPattern(input: ToolInput, free: readonly string[]): ArgumentPattern {
  const fields = Object.entries(input)
  return {
    fixed: fields.filter(([name]) => !free.includes(name)),
    free: fields.map(([name]) => name).filter((name) => free.includes(name)),
  }
}

export function matchesPattern({ fixed, free }: ArgumentPattern, input: ToolInput): boolean {
  const fields = new Map(Object.entries(input))
  for (const [name, value] of fixed) {
    if (!fields.has(name) || !isDeepStrictEqual(fields.get(name), value)) return false
    fields.delete(name)
  }
  return [...fields.keys()].every((name) => free.includes(name))
}
