import type { ToolCallPart } from '../chat/parts.ts'

/** Returns the tool that a call is really for, and its arguments as JSON. */
export function calledTool({ name, arguments: given, target }: ToolCallPart): {
  name: string
  arguments: string
} {
  return target ?? { name, arguments: given }
}
