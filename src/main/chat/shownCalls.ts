import type { Message } from '../../shared/chat.ts'
import { AppError } from '../../shared/errors.ts'
import type { Part } from '../../shared/parts.ts'
import type { ShownCall, ShownCalls } from '../plugins/frames/shownCalls.ts'
import type { Database } from '../storage/connection.ts'
import { textOf } from './messageParts.ts'
import { getMessage, messageMissing, saveParts, type IsRunning } from './messages.ts'
import { indexMessage } from './searchIndex.ts'

/** Pieces of text that pages may append to one answer. */
const appendedMaximum = 20

/** Gives the plugins' pages the calls that they show. */
export function createShownCalls(
  database: Database,
  isRunning: IsRunning,
  now: () => number = Date.now,
): ShownCalls {
  function find(messageId: string, toolCallId: string): { message: Message; at: number } {
    const message = getMessage(database, messageId, isRunning)
    const at = message.parts.findLastIndex((part) => isShown(part, toolCallId))
    if (at < 0) throw messageMissing(messageId)
    return { message, at }
  }

  function change(
    messageId: string,
    toolCallId: string,
    changed: (parts: readonly Part[], at: number) => Part[],
  ): Message {
    return database.transaction(() => {
      const { message, at } = find(messageId, toolCallId)
      if (message.status === 'streaming') {
        throw new AppError('conflict', 'This answer is still being written')
      }
      const parts = changed(message.parts, at)
      saveParts(database, messageId, parts)
      indexMessage(database, messageId, textOf(parts))
      return { ...message, parts }
    })
  }

  return {
    read(messageId, toolCallId): ShownCall {
      const { message, at } = find(messageId, toolCallId)
      const result = message.parts[at]
      const call = message.parts
        .slice(0, at)
        .findLast((part) => part.type === 'toolCall' && part.id === toolCallId)
      if (result?.type !== 'toolResult' || !result.page || call?.type !== 'toolCall') {
        throw messageMissing(messageId)
      }
      return { messageId, call, result: { ...result, page: result.page } }
    },
    fill: (messageId, toolCallId, text) =>
      change(messageId, toolCallId, (parts, at) =>
        parts.map((part, index) => (index === at ? { ...part, text } : part)),
      ),
    tell: (messageId, toolCallId, text) =>
      change(messageId, toolCallId, (parts, at) =>
        parts.map((part, index) =>
          index === at && part.type === 'toolResult'
            ? { ...part, viewContext: { text, at: now() } }
            : part,
        ),
      ),
    append: (messageId, toolCallId, text) =>
      change(messageId, toolCallId, (parts) => {
        if (parts.filter(({ type }) => type === 'text').length >= appendedMaximum) {
          throw new AppError('badInput', 'The page has written enough')
        }
        return [...parts, { type: 'text', text }]
      }),
  }
}

function isShown(part: Part, toolCallId: string): boolean {
  return part.type === 'toolResult' && part.id === toolCallId && part.page !== undefined
}
