import { withTimeout } from '../timeLimit.ts'
import type { ToolCallContext, Tool, ToolInput, ToolResult } from './tool.ts'

const callMilliseconds = 60_000
const maxReasonLength = 2000

/** Returns a call's result in any case: the model can use a failure too. */
export async function runTool(
  tool: Tool,
  input: ToolInput,
  context: ToolCallContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    const { timeoutMilliseconds = callMilliseconds } = tool
    return await withTimeout(timeoutMilliseconds, signal, (ending) =>
      tool.run(input, context, ending),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return failedResult(reason.slice(0, maxReasonLength) || 'The tool failed.')
  }
}

export function failedResult(text: string): ToolResult {
  return { parts: [{ type: 'text', text }], failed: true }
}
