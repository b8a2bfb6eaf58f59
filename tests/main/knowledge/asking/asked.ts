import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'

/** Returns the text of the last question of a request. */
export function lastQuestion({ turns }: ReplyRequest): string {
  const asked = turns.findLast(({ role }) => role === 'user')?.parts ?? []
  return asked.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
}

/** Returns the place of a question that follows an answer. */
export function after(before: { conversation: { id: string }; answer: Message }) {
  return { conversationId: before.conversation.id, parentId: before.answer.id }
}
