import type { Message } from '../../../shared/chat/chat.ts'

/** The list at the end of an answer of the guide, which names the topics that it knows. */
const topicList = /\n\n((?:- [^\n]*\n?)+)$/

/** An answer of the guide: what is shown as text, and the topics that are shown as buttons. */
export interface GuideAnswer {
  message: Message
  topics: readonly string[]
}

/**
 * Takes the list of topics out of an answer of the guide. Copies of the answer keep it, and so does
 * an answer that was stopped, which gets no buttons.
 */
export function takeTopics(message: Message): GuideAnswer {
  const last = message.parts.at(-1)
  const list = last?.type === 'text' ? topicList.exec(last.text) : null
  const isWhole = message.status === 'streaming' || message.status === 'complete'
  if (last?.type !== 'text' || !list || !isWhole) return { message, topics: [] }
  const text = last.text.slice(0, list.index)
  const parts = [...message.parts.slice(0, -1), { ...last, text }]
  const topics = (list[1] ?? '').split('\n').map((line) => line.slice(2).trim())
  return { message: { ...message, parts }, topics: topics.filter((topic) => topic !== '') }
}
