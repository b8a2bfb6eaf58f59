import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { timeSchema } from '../timeSchema.ts'
import {
  attachmentSchema,
  citationSchema,
  toolCallPartSchema,
  toolNewsSchema,
  toolProgressSchema,
  toolResultPartSchema,
  warningSchema,
} from './parts.ts'

/** Frames of an answer between its first and its last. */
export const replyDeltaSchemas = [
  /** The request waits until a local server has ended another column of the same question. */
  z.object({ type: z.literal('inTurn') }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  /** The text since the last call, result or file was reasoning. */
  z.object({ type: z.literal('textWasReasoning') }),
  /** A piece of a call's arguments. A new id begins a new call. */
  toolCallPartSchema.pick({ type: true, id: true, name: true, arguments: true, expiresAt: true }),
  toolProgressSchema,
  toolNewsSchema,
  toolResultPartSchema,
  /** A picture or sound that the model made. It is already stored. */
  z.object({ type: z.literal('file'), file: attachmentSchema }),
  z.object({ type: z.literal('citation'), citation: citationSchema }),
  z.object({ type: z.literal('warning'), warning: warningSchema }),
  /**
   * The request failed and will be retried. `until` is the time of the retry in milliseconds since
   * 1970; null if unknown.
   */
  z.object({ type: z.literal('waiting'), error: errorSchema, until: timeSchema.nullable() }),
] as const
type ReplyDelta = z.infer<(typeof replyDeltaSchemas)[number]>

/** A frame of an answer: the first and the last are joined with no other. */
type Joinable = ReplyDelta | { type: 'started' } | { type: 'finished' }

/**
 * Joins two neighbouring deltas of the same kind, so that fewer messages cross the bridge. Returns
 * undefined if they can't be joined.
 */
export function joinReplyDeltas(first: Joinable, second: Joinable): ReplyDelta | undefined {
  if (first.type === 'text' && second.type === 'text') {
    return { type: 'text', text: first.text + second.text }
  }
  if (first.type === 'reasoning' && second.type === 'reasoning') {
    return { type: 'reasoning', text: first.text + second.text }
  }
  if (first.type === 'toolCall' && second.type === 'toolCall' && first.id === second.id) {
    return { ...first, arguments: first.arguments + second.arguments }
  }
  if (first.type === 'toolNews' && second.type === 'toolNews' && first.id === second.id) {
    return second
  }
  return undefined
}
