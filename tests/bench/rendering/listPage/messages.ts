import { createConversation, createMessage } from '../../../renderer/chat/conversation/fakeMain.ts'
import type { Conversation, Message } from '../../../../src/shared/chat/chat.ts'

export interface StoredChat {
  conversation: Conversation
  messages: readonly Message[]
}

const answer = `It **depends** on what is asked. In short:

- the first reason, with \`code\`
- the second reason, which takes a little longer to say than the first

`
const sentence = 'And this is one more sentence of an answer that goes on for a while. '

/** The end of the newest message. */
export const lastWords = 'This is the end.'

/** Creates a chat of this many messages: short questions, and answers of various lengths. */
export function createChat(count: number): StoredChat {
  const conversation = createConversation()
  const messages: Message[] = []
  for (let at = 0; at < count; at += 1) {
    const isQuestion = at % 2 === 0
    const words = isQuestion ? `Question ${at}?` : `${answer}${sentence.repeat((at * 7) % 11)}`
    const text = at === count - 1 ? `${words} ${lastWords}` : words
    messages.push(
      createMessage(conversation, {
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        parentId: messages.at(-1)?.id ?? null,
        role: isQuestion ? 'user' : 'assistant',
        parts: [{ type: 'text', text }],
      }),
    )
  }
  return { conversation, messages }
}

export const textOf = ({ parts }: Message): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
