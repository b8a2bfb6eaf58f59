import type { ParseKeys, TFunction } from 'i18next'
import { calledTool } from '../../../shared/calledTool.ts'
import type { ToolCallPart } from '../../../shared/parts.ts'
import type { ToolPreferences } from '../../../shared/tools.ts'

type OwnTool = keyof ToolPreferences | 'searchKnowledge' | 'readPassage'

/** The titles of Parley's own tools, by their names in camel case. */
const titleKeys: Record<OwnTool, ParseKeys> = {
  currentTime: 'chat.tool.names.currentTime',
  calculate: 'chat.tool.names.calculate',
  readAttachment: 'chat.tool.names.readAttachment',
  searchChats: 'chat.tool.names.searchChats',
  fetchPage: 'chat.tool.names.fetchPage',
  searchKnowledge: 'chat.tool.names.searchKnowledge',
  readPassage: 'chat.tool.names.readPassage',
}

/** Returns what the user calls a tool: Parley's own have names in every language. */
export function toolTitle(t: TFunction, call: ToolCallPart): string {
  const { name } = calledTool(call)
  const key = Object.entries(titleKeys).find(([own]) => nameOf(own) === name)?.[1]
  return key ? t(key) : (call.title ?? name)
}

/** Returns the name that models know, such as `current_time` for `currentTime`. */
function nameOf(own: string): string {
  return own.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
