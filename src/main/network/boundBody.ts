import { AppError } from '../../shared/errors.ts'

export interface BodyBounds {
  /** The limit of the body; of an event stream the limit of one event. */
  bytesMaximum: number
  isEventStream: boolean
  /** The host, for the error. */
  subject: string
}

type Bytes = Uint8Array<ArrayBuffer>

const lineFeed = 10
const carriageReturn = 13

/**
 * Returns a body that fails (tooHeavy) past its limit. An event stream has no end, but its reader
 * keeps each event until it is complete.
 */
export function boundBody(body: ReadableStream<Bytes>, bounds: BodyBounds): ReadableStream<Bytes> {
  const count = bounds.isEventStream ? createEventCount() : createCount()
  const transform = new TransformStream<Bytes, Bytes>(
    {
      transform(piece, controller) {
        if (count(piece) <= bounds.bytesMaximum) return controller.enqueue(piece)
        const { subject } = bounds
        throw new AppError('tooHeavy', 'The answer is too large', { subject })
      },
    },
    undefined,
    { highWaterMark: 0 },
  )
  return body.pipeThrough(transform)
}

function createCount(): (piece: Bytes) => number {
  let length = 0
  return (piece) => (length += piece.length)
}

/** Counts the bytes since the last empty line, which ends an event. */
function createEventCount(): (piece: Bytes) => number {
  let length = 0
  let longest = 0
  let lineLength = 0
  let previous = 0
  return (piece) => {
    longest = length
    for (const byte of piece) {
      length += 1
      if (byte === lineFeed && previous === carriageReturn) {
        // The second half of a line's end.
      } else if (byte === lineFeed || byte === carriageReturn) {
        if (lineLength === 0) length = 0
        lineLength = 0
      } else {
        lineLength += 1
      }
      if (length > longest) longest = length
      previous = byte
    }
    return longest
  }
}
