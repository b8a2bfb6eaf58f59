import type { ReplyEvent } from '../reply.ts'

/** Returns a reply's text with one more event, for those who want nothing but the text. */
export function addText(text: string, event: ReplyEvent): string {
  if (event.type === 'textWasReasoning') return ''
  return event.type === 'text' ? text + event.text : text
}
