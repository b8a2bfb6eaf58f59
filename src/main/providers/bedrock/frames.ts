import type { EventStreamCodec } from '@smithy/core/event-streams'
import { crc32 } from 'node:zlib'
import { AppError } from '../../../shared/errors.ts'
import { maxEventBytes } from '../transport/eventStream.ts'

/** One message of an AWS event stream. https://smithy.io/2.0/aws/amazon-eventstream.html */
export interface Frame {
  /** `event`, `exception`, or `error` for a fault of the stream itself. */
  kind: string
  /** The name of the event or exception, such as `contentBlockDelta`. */
  type: string
  payload: string
}

/** The prelude: total length, length of the headers, checksum of both. */
const preludeBytes = 12
const minFrameBytes = 16

async function loadCodec(): Promise<EventStreamCodec> {
  const [{ EventStreamCodec: Codec }, { fromUtf8, toUtf8 }] = await Promise.all([
    import('@smithy/core/event-streams'),
    import('@smithy/core/serde'),
  ])
  return new Codec(toUtf8, fromUtf8)
}

/**
 * Yields the messages of a stream, which may be split at any byte. Errors: notAnApi if it does not
 * begin with a message, malformedAnswer for a message over the limit or with a wrong checksum,
 * streamBroken for a truncated message.
 */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const codec = await loadCodec()
  for await (const message of readMessages(bytes)) yield decode(codec, message)
}

function decode(codec: EventStreamCodec, message: Uint8Array): Frame {
  try {
    const { headers, body } = codec.decode(message)
    const header = (name: string) => {
      const value = headers[name]?.value
      return typeof value === 'string' ? value : ''
    }
    const kind = header(':message-type') || 'event'
    if (kind === 'error') {
      const payload = JSON.stringify({ message: header(':error-message') })
      return { kind, type: header(':error-code'), payload }
    }
    const type = header(':event-type') || header(':exception-type')
    return { kind, type, payload: textOf(body) }
  } catch (error) {
    throw new AppError('malformedAnswer', 'A message of the answer is damaged', {}, error)
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

async function* readMessages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldLength = 0
  let wanted = preludeBytes
  let count = 0
  for await (const piece of bytes) {
    held.push(piece)
    heldLength += piece.length
    if (heldLength < wanted) continue
    const all = held.length === 1 ? piece : Buffer.concat(held)
    let start = 0
    while (all.length - start >= wanted) {
      if (wanted === preludeBytes) wanted = lengthOf(all.subarray(start, start + wanted), count)
      if (all.length - start < wanted) break
      yield all.subarray(start, start + wanted)
      count += 1
      start += wanted
      wanted = preludeBytes
    }
    held = start < all.length ? [all.subarray(start)] : []
    heldLength = all.length - start
  }
  if (heldLength > 0) throw new AppError('streamBroken', 'The answer ended in the middle')
}

/**
 * Returns the message's length after checking the prelude, because it decides how much is awaited
 * and buffered.
 */
function lengthOf(prelude: Uint8Array, count: number): number {
  const view = new DataView(prelude.buffer, prelude.byteOffset, prelude.byteLength)
  const length = view.getUint32(0)
  if (crc32(prelude.subarray(0, 8)) !== view.getUint32(8) || length < minFrameBytes) {
    if (count === 0) throw new AppError('notAnApi', 'The answer is no stream of AWS events')
    throw new AppError('malformedAnswer', 'A message of the answer is damaged')
  }
  if (length <= maxEventBytes) return length
  throw new AppError('malformedAnswer', 'A single event of the answer is too long')
}
