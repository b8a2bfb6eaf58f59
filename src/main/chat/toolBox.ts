import type { ToolCallPart } from '../../shared/parts.ts'
import type { Tool } from '../providers/provider.ts'

export interface ToolResult {
  text: string
  failed: boolean
}

/** The tools that a model may ask for, and who runs them. */
export interface ToolBox {
  list: () => readonly Tool[]
  /** Runs a listed tool; what it throws becomes a failed result. */
  run: (call: ToolCallPart, signal: AbortSignal) => Promise<ToolResult>
}

/** Until a plugin brings one. */
export const emptyToolBox: ToolBox = {
  list: () => [],
  run: ({ name }) => Promise.resolve({ text: `There is no tool named ${name}.`, failed: true }),
}

/** A call's result, whatever becomes of it: the model can do something with a failure. */
export async function runTool(
  box: ToolBox,
  call: ToolCallPart,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    if (!box.list().some(({ name }) => name === call.name)) {
      return { text: `There is no tool named ${call.name}.`, failed: true }
    }
    if (!isJsonObject(call.arguments)) {
      return { text: 'The arguments are not a JSON object.', failed: true }
    }
    return await box.run(call, signal)
  } catch (error) {
    return { text: error instanceof Error ? error.message : 'The tool failed.', failed: true }
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
