import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { withTimeout } from '../timeLimit.ts'
import { hasRepeatedNames } from './hasRepeatedNames.ts'
import type { Tool, ToolInput } from './tool.ts'

const checkMilliseconds = 5000
const problemLengthMaximum = 2000
const inputSchema = z.record(z.string(), z.unknown())
const schemas = new WeakMap<object, z.ZodType>()

export type CheckedInput = { input: ToolInput } | { problem: string }

/**
 * Returns a call's arguments as the tool wants them, or a sentence for the model about the fault.
 */
export async function checkInput(
  tool: Tool,
  text: string,
  signal: AbortSignal,
): Promise<CheckedInput> {
  const input = readObject(text)
  if (!input) return { problem: 'The arguments are not a JSON object.' }
  if (hasRepeatedNames(text)) return { problem: 'The arguments have two values under one name.' }
  const check = tool.check ?? ((given: ToolInput) => checkAgainst(tool.parameters, given))
  try {
    const problem = await withTimeout(checkMilliseconds, signal, async (ending) =>
      check(input, ending),
    )
    if (problem === null) return { input }
    return { problem: `The arguments are wrong. ${problem}`.slice(0, problemLengthMaximum) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return { problem: `The arguments could not be checked. ${reason}`.trim() }
  }
}

/** Parses the arguments. Many models send none for a tool without parameters. */
function readObject(text: string): ToolInput | undefined {
  return inputSchema.safeParse(text.trim() === '' ? {} : parseJson(text)).data
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
