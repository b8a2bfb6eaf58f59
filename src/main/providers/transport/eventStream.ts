import { AppError } from '../../../shared/errors.ts'

/** A server-sent event. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerEvent {
  /** Empty for an unnamed event. */
  name: string
  data: string
  /** False if the stream ended within the event. */
  complete: boolean
}

/** Far above the size of any event in a model's answer without pictures. Only junk reaches it. */
export const maxEventBytes = 8 * 1024 * 1024

/**
 * Yields the events of a stream, which may be split at any byte. Those of a piece come together,
 * because a promise for each event would dominate the cost. Errors: malformedAnswer for a line or
 * an event over the limit.
 */
export async function* readEventBatches(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes = maxEventBytes,
): AsyncGenerator<ServerEvent[]> {
  const parser = createEventParser(maxBytes)
  for await (const piece of bytes) {
    const events = parser.push(piece)
    if (events.length > 0) yield events
    if (parser.tooLong()) {
      throw new AppError('malformedAnswer', 'A single event of the answer is too long')
    }
  }
  const rest = parser.end()
  if (rest.length > 0) yield rest
}

function createEventParser(maxBytes: number) {
  const decoder = new TextDecoder()
  let held = ''
  let name = ''
  let data: string[] = []
  let length = 0
  /** True after a CR at the end of a piece: a LF at the beginning of the next belongs to it. */
  let skipsFeed = false

  function push(piece: Uint8Array): ServerEvent[] {
    return takeText(decoder.decode(piece, { stream: true }))
  }

  /** A line ends with LF, CR LF or CR. */
  function takeText(text: string): ServerEvent[] {
    const events: ServerEvent[] = []
    if (text === '') return events
    let start = skipsFeed && text.startsWith('\n') ? 1 : 0
    skipsFeed = text.endsWith('\r')
    const hasReturns = text.includes('\r')
    let feed = text.indexOf('\n', start)
    let carriage = hasReturns ? text.indexOf('\r', start) : -1
    while (feed >= 0 || carriage >= 0) {
      const end = carriage >= 0 && (feed < 0 || carriage < feed) ? carriage : feed
      takeLine(held + text.slice(start, end), events)
      held = ''
      start = end === carriage && feed === end + 1 ? end + 2 : end + 1
      if (length > maxBytes) return events
      if (feed >= 0 && feed < start) feed = text.indexOf('\n', start)
      if (carriage >= 0 && carriage < start) carriage = text.indexOf('\r', start)
    }
    held += text.slice(start)
    return events
  }

  function takeLine(line: string, events: ServerEvent[]): void {
    // Counts over all lines, so that endless junk without an event ends too.
    length += line.length
    if (line === '') {
      if (data.length > 0) events.push(finish(true))
      else name = ''
      return
    }
    const [field, value] = splitField(line)
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }

  function finish(complete: boolean): ServerEvent {
    const event = { name, data: data.join('\n'), complete }
    name = ''
    data = []
    length = 0
    return event
  }

  function end(): ServerEvent[] {
    const events = takeText(decoder.decode())
    if (held !== '') takeLine(held, events)
    if (data.length > 0) events.push(finish(false))
    return events
  }

  return { push, end, tooLong: () => length + held.length > maxBytes }
}

function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
  return [line.slice(0, colon), line.slice(start)]
}
