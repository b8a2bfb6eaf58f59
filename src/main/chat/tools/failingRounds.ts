import type { Part, ToolCallPart } from '../../../shared/chat/parts.ts'
import type { Tool } from '../../tools/tool.ts'
import { findTool } from './findTool.ts'

/** Rounds of the same failing calls in a row after which the model is not asked again. */
export const maxSameFailures = 3

/**
 * Counts rounds of calls that fail like the round before. Returns a function that takes the parts
 * after each round, and returns true once there were too many of them in a row.
 */
export function createFailingRounds(tools: readonly Tool[]): (parts: readonly Part[]) => boolean {
  let last: string | undefined
  let count = 0
  return (parts) => {
    const failures = lastFailures(parts, tools)
    count = failures !== undefined && failures === last ? count + 1 : 1
    last = failures
    return failures !== undefined && count >= maxSameFailures
  }
}

/** Returns a text that equals another's if the same calls failed; undefined if one succeeded. */
function lastFailures(parts: readonly Part[], tools: readonly Tool[]): string | undefined {
  const round = parts.slice(parts.findLastIndex(({ type }) => type !== 'toolResult') + 1)
  const results = round.flatMap((part) => (part.type === 'toolResult' ? part : []))
  if (results.length === 0 || results.some(({ failed }) => !failed)) return undefined
  const calls = results.map(({ id }) =>
    parts.findLast((part): part is ToolCallPart => part.type === 'toolCall' && part.id === id),
  )
  return JSON.stringify(calls.map((call) => call && identify(call, tools)))
}

/**
 * Leaves out the arguments of a call to a missing tool: any such call counts as the same failure.
 */
function identify(call: ToolCallPart, tools: readonly Tool[]): readonly string[] {
  const found = findTool(call, tools)
  const isMissing = 'problem' in found && found.isMissing
  return isMissing ? [call.name] : [call.name, call.arguments]
}
