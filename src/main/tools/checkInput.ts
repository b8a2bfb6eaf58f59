import { z } from 'zod'
import { withTimeout } from '../timeLimit.ts'
import type { Tool, ToolInput } from './tool.ts'

const checkMilliseconds = 5000
const maxProblemLength = 2000
const schemas = new WeakMap<object, z.ZodType>()

/** Returns what is wrong with a call's arguments, as a sentence for the model; null for nothing. */
export async function checkInput(
  tool: Tool,
  input: ToolInput,
  signal: AbortSignal,
): Promise<string | null> {
  const check = tool.check ?? ((given: ToolInput) => checkAgainst(tool.parameters, given))
  try {
    const problem = await withTimeout(checkMilliseconds, signal, async (ending) =>
      check(input, ending),
    )
    if (problem === null) return null
    return `The arguments are wrong. ${problem}`.slice(0, maxProblemLength)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return `The arguments could not be checked. ${reason}`.trim()
  }
}

function checkAgainst(parameters: Tool['parameters'], input: ToolInput): string | null {
  let schema = schemas.get(parameters)
  if (!schema) {
    schema = z.fromJSONSchema({ ...parameters })
    schemas.set(parameters, schema)
  }
  const { error } = schema.safeParse(input)
  return error ? z.prettifyError(error) : null
}
