import type { ParseKeys, TFunction } from 'i18next'
import { calledTool } from '../../../shared/calledTool.ts'
import type { ToolCallPart } from '../../../shared/parts.ts'
import type { ToolPreferences } from '../../../shared/tools.ts'

/** The titles of Parley's own tools, by their settings. */
const titleKeys: Record<keyof ToolPreferences, ParseKeys> = {
  currentTime: 'chat.tool.names.currentTime',
  calculate: 'chat.tool.names.calculate',
  readAttachment: 'chat.tool.names.readAttachment',
  searchChats: 'chat.tool.names.searchChats',
  fetchPage: 'chat.tool.names.fetchPage',
}

/** Returns what the user calls a tool: Parley's own have names in every language. */
export function toolTitle(t: TFunction, call: ToolCallPart): string {
  const { name } = calledTool(call)
  const key = Object.entries(titleKeys).find(([setting]) => nameOf(setting) === name)?.[1]
  return key ? t(key) : (call.title ?? name)
}

/** Returns the name that models know, such as `current_time` for `currentTime`. */
function nameOf(setting: string): string {
  return setting.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
