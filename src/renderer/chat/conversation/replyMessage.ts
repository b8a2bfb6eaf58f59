import type { Message, ReplyFrame } from '../../../shared/chat/chat.ts'
import type { Attachment, Part, ToolCallPart, ToolProgress } from '../../../shared/chat/parts.ts'

export type Delta = Exclude<ReplyFrame, { type: 'started' }>

/**
 * Returns the message with one more frame. `elapsedMilliseconds` counts from the request and dates
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
    case 'textWasReasoning':
      return { ...message, parts: moveText(message.parts), firstTokenMilliseconds: null }
    case 'toolCall':
      return { ...message, parts: appendCall(message.parts, delta) }
    case 'toolProgress':
      return { ...message, parts: updateCall(message.parts, delta) }
    case 'toolResult':
      return { ...message, parts: [...message.parts, delta] }
    case 'file':
      return { ...message, parts: [...message.parts, delta] }
    case 'citation':
      return { ...message, citations: [...message.citations, delta.citation] }
    case 'warning':
      return { ...message, warnings: [...message.warnings, delta.warning] }
    case 'inTurn':
    case 'waiting':
    case 'toolNews':
      return message
    case 'finished':
      return delta.message
  }
}

function appendText(parts: readonly Part[], type: 'text' | 'reasoning', text: string): Part[] {
  const last = parts.at(-1)
  if (last?.type !== type) return [...parts, { type, text }]
  return [...parts.slice(0, -1), { ...last, text: last.text + text }]
}

/** Makes reasoning of the text since the last call, result or file. */
function moveText(parts: readonly Part[]): Part[] {
  const at = parts.findLastIndex(({ type }) => type !== 'text' && type !== 'reasoning') + 1
  return parts
    .slice(at)
    .reduce<Part[]>(
      (moved, part) =>
        part.type === 'text'
          ? appendText(moved, 'reasoning', part.text.trimEnd())
          : [...moved, part],
      parts.slice(0, at),
    )
}

/**
 * Appends a piece of a tool call. Pieces of two calls may alternate; a call with a result is over.
 */
function appendCall(
  parts: readonly Part[],
  piece: Pick<ToolCallPart, 'type' | 'id' | 'name' | 'arguments' | 'expiresAt'>,
): Part[] {
  const at = parts.findLastIndex(
    (part) => (part.type === 'toolCall' || part.type === 'toolResult') && part.id === piece.id,
  )
  const known = parts[at]
  if (known?.type !== 'toolCall') return [...parts, piece]
  return parts.with(at, { ...known, arguments: known.arguments + piece.arguments })
}

/** Updates a call with what has become known of it. */
function updateCall(parts: readonly Part[], { type: _type, ...progress }: ToolProgress): Part[] {
  const at = parts.findLastIndex((part) => part.type === 'toolCall' && part.id === progress.id)
  const known = parts[at]
  return known?.type === 'toolCall' ? parts.with(at, { ...known, ...progress }) : [...parts]
}

export function filesOf({ parts }: Message): Attachment[] {
  return parts.flatMap((part) => (part.type === 'file' ? part.file : []))
}

/** Returns the message's text, without the reasoning. */
export function textOf(message: Message): string {
  const texts = message.parts.filter((part) => part.type === 'text').map((part) => part.text)
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n\n')
}
