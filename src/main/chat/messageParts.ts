import type { Part } from '../../shared/parts.ts'
import { joinPieces } from './pieces.ts'

/** What a message says, without the model's reasoning, its tools and its files. */
export function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : []))
    .join('\n\n')
}

/**
 * An answer and what came when the model was asked to go on: the text goes on where it stopped,
 * also where the model reasoned anew first.
 */
export function joinContinuation(earlier: readonly Part[], added: readonly Part[]): Part[] {
  const last = earlier.at(-1)
  const next = added.findIndex((part) => part.type !== 'reasoning')
  if (last?.type !== 'text' || added[next]?.type !== 'text') {
    return joinPieces([...earlier, ...added])
  }
  return joinPieces([...earlier.slice(0, -1), ...added.slice(0, next), last, ...added.slice(next)])
}
