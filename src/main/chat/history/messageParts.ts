import type { Part, ToolCallPart, ToolResultPart } from '../../../shared/chat/parts.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import { joinPieces, type Piece } from './pieces.ts'

/** Returns a message's text, without reasoning, tool calls and files. */
export function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : []))
    .join('\n\n')
}

/** Returns what a search finds of a message: its text, and what the pages of its results wrote. */
export function searchableText(parts: readonly { type: string; text?: unknown }[]): string {
  const written = parts.flatMap((part) =>
    'pageTexts' in part ? readPageTexts(part.pageTexts) : [],
  )
  return [textOf(parts), ...written].filter((text) => text !== '').join('\n\n')
}

function readPageTexts(given: unknown): string[] {
  if (!Array.isArray(given)) return []
  return given.flatMap((each: unknown) =>
    isObject(each) && typeof each['text'] === 'string' ? each['text'] : [],
  )
}

/** Returns the searchable text of stored parts; empty if they are unreadable. */
export function textOfJson(parts: unknown): string {
  if (typeof parts !== 'string') return ''
  // No schema parses the parts: that would take longer than the rest of the search.
  const read = parseJson(parts)
  return Array.isArray(read) ? searchableText(read.filter(isTyped)) : ''
}

function isTyped(value: unknown): value is { type: string; text?: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Returns the text that a conversation can be named after, else the first file's name. */
export function nameableText(parts: readonly Part[]): string {
  const text = textOf(parts)
  if (text.trim() !== '') return text
  return parts.find((part) => part.type === 'file')?.file.name ?? ''
}

/** A result that stands in for the tool's own. */
type Outcome = Pick<ToolResultPart, 'type' | 'id' | 'text' | 'failed'>

/** Returns the result of a call that was stopped before its tool answered. */
export function notRun(id: string): Outcome {
  return { type: 'toolResult', id, text: 'The tool was not run.', failed: true }
}

/** Returns the result of a call that was running when the answer ended, for the model. */
export function brokenOff(id: string): Outcome {
  const text = 'The tool was ended before it had answered. Whether it has done its work is unknown.'
  return { type: 'toolResult', id, text, failed: true }
}

/** Returns the calls without a result after them. */
export function openToolCalls(parts: readonly Part[]): ToolCallPart[] {
  const open = new Map<string, ToolCallPart>()
  for (const part of parts) {
    if (part.type === 'toolCall') open.set(part.id, part)
    else if (part.type === 'toolResult') open.delete(part.id)
  }
  return [...open.values()]
}

/**
 * Tells whether the last round of calls ends the turn: a plugin's page is the answer, and the model
 * goes on only when the page asks for it; or a picture will come by itself.
 */
export function endsWithPage(parts: readonly Part[]): boolean {
  const results = parts.slice(parts.findLastIndex(({ type }) => type !== 'toolResult') + 1)
  return results.some(
    (part) =>
      part.type === 'toolResult' && (part.page?.isAnswer === true || part.media?.isAnswer === true),
  )
}

/** Returns the parts with a result for every call, so that the answer can continue. */
export function closeToolCalls(parts: readonly Part[]): Part[] {
  const results = openToolCalls(parts).map(({ id, state }) =>
    state === 'interrupted' ? brokenOff(id) : notRun(id),
  )
  return [...parts, ...results]
}

/**
 * Joins an answer with its continuation: the text goes on where it stopped, even if the model
 * reasoned again first.
 */
export function joinContinuation(earlier: readonly Part[], pieces: readonly Piece[]): Part[] {
  const added = joinPieces(pieces)
  const last = earlier.at(-1)
  const next = added.findIndex((part) => part.type !== 'reasoning')
  if (last?.type !== 'text' || added[next]?.type !== 'text') {
    return joinPieces([...earlier, ...pieces])
  }
  return joinPieces([...earlier.slice(0, -1), ...added.slice(0, next), last, ...added.slice(next)])
}
