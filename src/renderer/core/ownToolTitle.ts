import type { ParseKeys, TFunction } from 'i18next'
import type { ToolPreferences } from '../../shared/plugins/tools.ts'

type OwnTool =
  | keyof ToolPreferences
  | 'searchKnowledge'
  | 'readPassage'
  | 'readResource'
  | 'generateImage'

/** The titles of Parley's own tools, by their names in camel case. */
const titleKeys: Record<OwnTool, ParseKeys> = {
  currentTime: 'chat.tool.names.currentTime',
  calculate: 'chat.tool.names.calculate',
  readAttachment: 'chat.tool.names.readAttachment',
  searchChats: 'chat.tool.names.searchChats',
  fetchPage: 'chat.tool.names.fetchPage',
  searchKnowledge: 'chat.tool.names.searchKnowledge',
  readPassage: 'chat.tool.names.readPassage',
  readResource: 'chat.tool.names.readResource',
  generateImage: 'chat.tool.names.generateImage',
}

/** Returns the title of a tool of Parley's own by the name that models know; undefined for others. */
export function ownToolTitle(t: TFunction, name: string): string | undefined {
  const key = Object.entries(titleKeys).find(([own]) => nameOf(own) === name)?.[1]
  return key && t(key)
}

/** Returns the name that models know, such as `current_time` for `currentTime`. */
function nameOf(own: string): string {
  return own.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
