import type { TFunction } from 'i18next'
import type { ToolCallPart } from '../../../shared/parts.ts'

/** Returns what the user calls a tool: Parley's own have names in every language. */
export function toolTitle(t: TFunction, { name, title }: ToolCallPart): string {
  return name === 'current_time' ? t('chat.tool.names.currentTime') : (title ?? name)
}
