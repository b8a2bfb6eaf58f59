import type { Message, ReplyFrame } from '../../shared/chat.ts'
import type { Part } from '../../shared/providers.ts'

export type Delta = Exclude<ReplyFrame, { type: 'started' }>

/**
 * The message with one more frame in it. `elapsedMilliseconds` counts from the request: it dates
 * the first text until the finished message brings main's own measure.
 */
export function applyDelta(message: Message, delta: Delta, elapsedMilliseconds: number): Message {
  switch (delta.type) {
    case 'text':
      return {
        ...message,
        parts: appendText(message.parts, 'text', delta.text),
        firstTokenMilliseconds: message.firstTokenMilliseconds ?? elapsedMilliseconds,
      }
    case 'reasoning':
      return { ...message, parts: appendText(message.parts, 'reasoning', delta.text) }
    case 'citation':
      return { ...message, citations: [...message.citations, delta.citation] }
    case 'finished':
      return delta.message
  }
}

function appendText(parts: readonly Part[], type: Part['type'], text: string): Part[] {
  const last = parts.at(-1)
  if (last?.type !== type) return [...parts, { type, text }]
  return [...parts.slice(0, -1), { type, text: last.text + text }]
}

/** What was said, without the reasoning. */
export function textOf(message: Message): string {
  const texts = message.parts.filter((part) => part.type === 'text').map((part) => part.text)
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n\n')
}
