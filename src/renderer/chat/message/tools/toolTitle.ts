import type { TFunction } from 'i18next'
import { calledTool } from '../../../../shared/plugins/calledTool.ts'
import { hostedPictureName, pictureToolName } from '../../../../shared/media/hostedPictures.ts'
import type { ToolCallPart } from '../../../../shared/chat/parts.ts'
import { ownToolTitle } from '../../../core/ownToolTitle.ts'

/** Returns what the user calls a tool: Parley's own have names in every language. */
export function toolTitle(t: TFunction, call: ToolCallPart): string {
  const { name } = calledTool(call)
  // A picture is a picture, whoever makes it.
  const known = name === hostedPictureName ? pictureToolName : name
  return ownToolTitle(t, known) ?? call.title ?? name
}
