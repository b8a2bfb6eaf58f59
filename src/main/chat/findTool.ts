import { parseJson } from '../../shared/json.ts'
import type { ToolCallPart } from '../../shared/parts.ts'
import { callSchema, callToolName } from '../tools/discovery.ts'
import { hasRepeatedNames } from '../tools/hasRepeatedNames.ts'
import type { Tool } from '../tools/tool.ts'

/** The tool that a call is for, found by its name or by way of `call_tool`. */
export interface FoundTool {
  tool: Tool
  argumentsText: string
  /** Set if the model called it by way of `call_tool`. */
  target?: ToolCallPart['target']
}

/** Returns the tool of a call, or a sentence for the model about the fault. */
export function findTool(call: ToolCallPart, tools: readonly Tool[]): FoundTool | string {
  if (call.name !== callToolName) return findByName(call.name, call.arguments, tools)
  const wanted = readCall(call.arguments)
  if (!wanted) return 'call_tool wants the name of a tool and an object with its arguments.'
  const found = findByName(wanted.name, wanted.arguments, tools)
  return typeof found === 'string' ? found : { ...found, target: wanted }
}

function readCall(text: string): { name: string; arguments: string } | undefined {
  // The other tool is shown to the user, so the text must say it in one way only.
  if (hasRepeatedNames(text)) return undefined
  const { data } = callSchema.safeParse(parseJson(text))
  if (!data || data.name === callToolName) return undefined
  return { name: data.name, arguments: JSON.stringify(data.arguments) }
}

function findByName(
  name: string,
  argumentsText: string,
  tools: readonly Tool[],
): FoundTool | string {
  const tool = tools.find((one) => one.name === name)
  return tool ? { tool, argumentsText } : `There is no tool named ${name}.`
}
