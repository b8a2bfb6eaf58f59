import { decode, encode } from '@msgpack/msgpack'
import { z } from 'zod'
import { maxQuotedAnswerLength } from '../../../../shared/limits.ts'
import { parseJson } from '../../../../shared/json.ts'

/** A frame from a realtime application. */
export type RealtimeMessage =
  | { type: 'result'; result: Record<string, unknown> }
  /** The application heard nothing for a while. It may close the connection, which is no fault. */
  | { type: 'idle' }
  /** The token is refused or has ended. */
  | { type: 'unauthorized' }
  | { type: 'error'; words: string }
  /** Says nothing about a picture. */
  | { type: 'notice' }
  | { type: 'unreadable' }

const messageSchema = z.record(z.string(), z.unknown())
const text = z.string().catch('')
const errorSchema = z.object({ type: text, status: text, error: text, reason: text })

/** The words of an application that waited some two seconds for an input. */
const noInputs = 'no inputs, reconnect when needed!'

/** Returns an input as fal's applications read it. */
export function encodeRealtime(input: Readonly<Record<string, unknown>>): Uint8Array {
  return encode(input)
}

/** Reads a frame: MessagePack in bytes, JSON in text. Never fails. */
export function readRealtimeMessage(data: Uint8Array | string): RealtimeMessage {
  const read = messageSchema.safeParse(typeof data === 'string' ? parseJson(data) : unpack(data))
  if (!read.success) return { type: 'unreadable' }
  const { type, status, error, reason } = errorSchema.parse(read.data)
  if (type === 'x-fal-message') return { type: 'notice' }
  if (type === 'x-fal-error') {
    return error === 'TIMEOUT' ? { type: 'idle' } : { type: 'error', words: quote(error, reason) }
  }
  if (status !== 'error') return { type: 'result', result: read.data }
  if (error === 'Unauthorized') return { type: 'unauthorized' }
  if (error === noInputs) return { type: 'idle' }
  return { type: 'error', words: quote(error, reason) }
}

function unpack(bytes: Uint8Array): unknown {
  try {
    return decode(bytes)
  } catch {
    return undefined
  }
}

function quote(...words: readonly string[]): string {
  return words
    .filter((word) => word !== '')
    .join(': ')
    .slice(0, maxQuotedAnswerLength)
}
