import {
  canonicalArguments,
  type ArgumentsProblem,
} from '../../../shared/plugins/canonicalArguments.ts'
import type { ToolCallPart } from '../../../shared/chat/parts.ts'
import { callSchema, callToolName } from '../../tools/discovery.ts'
import type { Tool, ToolInput } from '../../tools/tool.ts'

/** The tool that a call is for, found by its name or by way of `call_tool`. */
export interface FoundTool {
  tool: Tool
  /** The arguments in their canonical form, which is shown, compared and sent. */
  argumentsText: string
  input: ToolInput
  /** The tool's name and its arguments, if the model has written them in another way. */
  target?: ToolCallPart['target']
}

/** Why a call can't be run as it is written. */
export interface NotFound extends ArgumentsProblem {
  /** Set if there is no such tool. */
  isMissing?: true
}

/** Returns the tool of a call, or a sentence for the model about the fault. */
export function findTool(call: ToolCallPart, tools: readonly Tool[]): FoundTool | NotFound {
  // `target` is the call as the user saw it, kept in the chat: it is used also after a restart.
  const wanted = call.target ?? readTarget(call)
  if ('problem' in wanted) return wanted
  const { name } = wanted
  const tool = tools.find((one) => one.name === name)
  if (!tool) return fault(`There is no tool named ${name}.`)
  const given = canonicalArguments(wanted.arguments)
  if ('problem' in given) return given
  const isAsWritten = name === call.name && given.text === call.arguments
  return {
    tool,
    argumentsText: given.text,
    input: given.input,
    ...(!isAsWritten && { target: { name, arguments: given.text } }),
  }
}

type Target = NonNullable<ToolCallPart['target']>

function readTarget(call: ToolCallPart): Target | NotFound {
  if (call.name !== callToolName) return { name: call.name, arguments: call.arguments }
  const given = canonicalArguments(call.arguments)
  if ('problem' in given && given.isAltered) return given
  const { data } = callSchema.safeParse('problem' in given ? undefined : given.input)
  if (!data || data.name === callToolName) {
    return fault('call_tool wants the name of a tool and an object with its arguments.')
  }
  return { name: data.name, arguments: JSON.stringify(data.arguments) }
}

function fault(problem: string): NotFound {
  return { problem, isAltered: false, isMissing: true }
}
