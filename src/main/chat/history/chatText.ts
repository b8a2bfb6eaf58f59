import { AppError } from '../../../shared/errors.ts'
import { maxPageLength } from '../../../shared/limits.ts'
import type { Message } from '../../../shared/chat/chat.ts'
import type { Database } from '../../storage/connection.ts'
import { getConversation } from './conversations.ts'
import { textOf } from './messageParts.ts'
import { listMessages } from './messages.ts'

export interface WholeChat {
  title: string
  /** Markdown, with a heading for each message. */
  text: string
  /** Milliseconds since 1970. */
  changedAt: number
}

/** Returns the shown branch of a chat as a document; undefined if the chat is gone. */
export function chatText(database: Database, conversationId: string): WholeChat | undefined {
  try {
    const { title, usedAt } = getConversation(database, conversationId)
    const messages = allMessages(database, conversationId)
    const text = [`# ${title}`, ...messages.map(section)].join('\n\n')
    return { title, text, changedAt: usedAt }
  } catch (error) {
    if (error instanceof AppError && error.code === 'conversationMissing') return undefined
    throw error
  }
}

function allMessages(database: Database, conversationId: string): Message[] {
  const messages: Message[] = []
  for (;;) {
    const before = messages[0]?.id ?? null
    const input = { conversationId, before, limit: maxPageLength }
    const page = listMessages(database, input, () => false)
    messages.unshift(...page.messages)
    if (!page.more || page.messages.length === 0) return messages
  }
}

function section({ model, parts }: Message): string {
  const text = textOf(parts).trim()
  return model === null ? `## › ${firstLine(text)}\n\n${text}` : `### ${model.modelId}\n\n${text}`
}

/** A question is the heading of its answer. */
function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line.length > 100 ? `${line.slice(0, 100).toWellFormed()}…` : line
}
