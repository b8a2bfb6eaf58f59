import type { Message } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxPageTextsLength, maxPageTexts } from '../../../shared/limits.ts'
import type { ToolCallPart, ToolResultPart } from '../../../shared/chat/parts.ts'
import type { ShownCall, ShownCalls } from '../../plugins/frames/shownCalls.ts'
import type { Database } from '../../storage/connection.ts'
import { resultLimits } from '../../tools/resultLimits.ts'
import { sourceOf } from './dataFlow.ts'
import { endsWithPage, searchableText } from '../history/messageParts.ts'
import { getMessage, messageMissing, saveParts, type IsRunning } from '../history/messages.ts'
import { indexMessage } from '../search/searchIndex.ts'

/** Gives the plugins' pages the calls that they show. */
export function createShownCalls(
  database: Database,
  isRunning: IsRunning,
  now: () => number = Date.now,
): ShownCalls {
  function find(messageId: string, toolCallId: string): FoundCall {
    const message = getMessage(database, messageId, isRunning)
    const { parts } = message
    const at = parts.findLastIndex(
      (part) => part.type === 'toolResult' && part.id === toolCallId && part.page !== undefined,
    )
    const result = parts[at]
    const call = parts
      .slice(0, Math.max(0, at))
      .findLast((part) => part.type === 'toolCall' && part.id === toolCallId)
    if (result?.type !== 'toolResult' || !result.page || call?.type !== 'toolCall') {
      throw messageMissing(messageId)
    }
    return { message, at, call, result: { ...result, page: result.page } }
  }

  /** Changes a result. What its page adds comes from the plugin, whatever the tool had named. */
  function change(
    messageId: string,
    toolCallId: string,
    changed: (result: ToolResultPart) => ToolResultPart,
  ): Message {
    return database.transaction(() => {
      const { message, at, call, result } = find(messageId, toolCallId)
      if (message.status === 'streaming') {
        throw new AppError('conflict', 'This answer is still being written')
      }
      const sourced = { ...changed(result), source: result.source ?? sourceOfPage(call, result) }
      const parts = message.parts.map((part, index) => (index === at ? sourced : part))
      saveParts(database, messageId, parts)
      indexMessage(database, messageId, searchableText(parts))
      return { ...message, parts }
    })
  }

  return {
    read(messageId, toolCallId): ShownCall {
      const { message, call, result } = find(messageId, toolCallId)
      return { messageId, call, result, isOpen: endsWithPage(message.parts) }
    },
    fill(messageId, toolCallId, text) {
      if (text.length > resultLimits.textLength) {
        throw new AppError('badInput', 'The result is too long')
      }
      return change(messageId, toolCallId, (result) => ({ ...result, text }))
    },
    tell: (messageId, toolCallId, text) =>
      change(messageId, toolCallId, (result) => ({ ...result, viewContext: { text, at: now() } })),
    append: (messageId, toolCallId, text) =>
      change(messageId, toolCallId, (result) => {
        const pageTexts = [...(result.pageTexts ?? []), { text, at: now() }]
        const length = pageTexts.reduce((sum, each) => sum + each.text.length, 0)
        if (pageTexts.length > maxPageTexts || length > maxPageTextsLength) {
          throw new AppError('badInput', 'The page has written enough')
        }
        return { ...result, pageTexts }
      }),
  }
}

interface FoundCall {
  message: Message
  /** The index of the result's part. */
  at: number
  call: ToolCallPart
  result: ShownCall['result']
}

function sourceOfPage(
  { pluginId, pluginTitle }: ToolCallPart,
  { page }: ShownCall['result'],
): string {
  const plugin = {
    pluginId: pluginId ?? page.plugin,
    ...(pluginTitle !== undefined && { pluginTitle }),
  }
  return sourceOf(plugin) ?? page.plugin
}
