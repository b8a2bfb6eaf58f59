import { AppError } from '../../shared/errors.ts'

/** One server-sent event. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerEvent {
  /** Empty for the usual, unnamed event. */
  name: string
  data: string
  /** False where the stream ended before the event did. */
  complete: boolean
}

/** No event of a model's answer comes near this; junk does. */
export const eventBytesMaximum = 8 * 1024 * 1024

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * The events of a stream that may be cut anywhere, as they are pulled.
 * Errors: malformedAnswer for a line or an event past the limit.
 */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let name = ''
  let data: string[] = []
  let length = 0
  const end = (complete: boolean): ServerEvent => {
    const event = { name, data: data.join('\n'), complete }
    name = ''
    data = []
    length = 0
    return event
  }
  for await (const line of readLines(bytes)) {
    // Counted over all lines: endless junk without a single event has to end as well.
    length += line.length
    if (length > eventBytesMaximum) throw tooLong()
    if (line === '') {
      if (data.length > 0) yield end(true)
      else name = ''
      continue
    }
    const [field, value] = splitField(line)
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  if (data.length > 0) yield end(false)
}

function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
  return [line.slice(0, colon), line.slice(start)]
}

/** Lines are cut as bytes, so that a character in two pieces is decoded whole. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let held: Uint8Array[] = []
  let heldLength = 0
  let first = true
  const finish = (rest: Uint8Array): string => {
    const whole = held.length === 0 ? rest : Buffer.concat([...held, rest])
    held = []
    heldLength = 0
    const line = decoder.decode(whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole)
    const text = first && line.startsWith('\ufeff') ? line.slice(1) : line
    first = false
    return text
  }
  for await (const piece of bytes) {
    let start = 0
    for (;;) {
      const feed = piece.indexOf(lineFeed, start)
      if (feed < 0) break
      yield finish(piece.subarray(start, feed))
      start = feed + 1
    }
    const rest = piece.subarray(start)
    heldLength += rest.length
    if (heldLength > eventBytesMaximum) throw tooLong()
    if (rest.length > 0) held.push(rest)
  }
  if (heldLength > 0) yield finish(new Uint8Array())
}

function tooLong(): AppError {
  return new AppError('malformedAnswer', 'A single event of the answer is too long')
}
