import type { TFunction } from 'i18next'
import type { ToolCallPart } from '../../../shared/parts.ts'

/** Returns a tool's name for the user: Parley's own tools have one in every language. */
export function toolTitle(t: TFunction, { name, title }: ToolCallPart): string {
  return name === 'current_time' ? t('chat.tool.names.currentTime') : (title ?? name)
}
