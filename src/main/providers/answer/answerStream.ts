import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Warning } from '../../../shared/chat/parts.ts'
import { answerSilence } from './answerSilence.ts'
import { readBytes, readJsonText } from '../transport/byteStream.ts'
import { readEventBatches } from '../transport/eventStream.ts'
import type { ServerEvent } from '../transport/eventStream.ts'
import type { CommonEvent, CompletionEvent, ReplyEvent } from '../reply.ts'
import { isContent } from './isContent.ts'
import { asAnswered, asBreak, requestIdOf } from '../errors/providerErrors.ts'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'

/** Turns the JSON objects that a service sends into events of a reply or of a continued text. */
export interface AnswerReader<Event extends ReplyEvent | CompletionEvent = ReplyEvent> {
  /**
   * Returns the events of one JSON object, an event of the stream or a whole answer. `name`
   * is the event's own name. Throws if the object is an error.
   */
  take: (json: JsonObject, name?: string) => Event[]
  /** Returns events that are still held back, before the end or a failure. */
  rest: () => Event[]
  /** Returns the last events: the token count and the finish reason. */
  end: () => Event[]
  /** Returns the token count of an answer that fails, if the service has told it: it is billed. */
  counted?: () => Event[]
  /** Reads the token count of an event after an error, and nothing else of it. */
  countLate?: (json: JsonObject) => void
  /** Returns true once the finish reason has arrived. Little can follow it. */
  finished: () => boolean
  /** Returns true once the end mark has arrived. Only another answer can follow it, and soon. */
  endMark: () => boolean
  markEnd: () => void
  /** Returns true if a whole answer, rather than a stream, has content. */
  isAnswer: (json: JsonObject) => boolean
}

export interface AnswerStreamOptions {
  /** Warnings about the request. */
  warnings: readonly Warning[]
  /** The longest allowed silence within an answer. */
  idleMilliseconds: number
  /** True if single events may carry whole pictures. */
  hasPictures?: boolean
  signal: AbortSignal
}

/**
 * Yields the events of a reply's body in batches, one for each piece that arrives. The body is a
 * stream of server-sent events or, from servers that ignore `stream`, one whole answer.
 */
export async function* readAnswerStream<Event extends ReplyEvent | CompletionEvent>(
  response: Response,
  reader: AnswerReader<Event>,
  { warnings, idleMilliseconds, hasPictures = false, signal }: AnswerStreamOptions,
): AsyncGenerator<readonly (Event | CommonEvent)[]> {
  let failure: AppError | undefined
  const silence = answerSilence(
    { ...reader, endMark: () => failure !== undefined || reader.endMark() },
    idleMilliseconds,
  )
  const hasEnded = () => reader.finished() || reader.endMark()
  const requestId = requestIdOf(response.headers)
  const bytes = readBytes(response.body, { idleMilliseconds: silence, signal })
  let hasContent = false
  try {
    if (requestId !== null) yield [{ type: 'request', requestId }]
    yield warnings.map((warning) => ({ type: 'warning', warning }))
    try {
      const { batches, whole } = await openBatches(
        bytes,
        reader,
        hasPictures ? maxWholeAnswerBytes : undefined,
      )
      let faults = 0
      for await (const batch of batches) {
        const { taken, fault, late } = failure
          ? countBatch(batch, reader)
          : takeBatch(batch, reader, () => (hasContent = true))
        yield taken
        faults += late
        failure ??= fault
        if (faults > maxLateFaults)
          throw new AppError('malformedAnswer', 'Too much follows the answer')
      }
      // A whole answer has no end mark.
      if (whole) reader.markEnd()
    } catch (error) {
      yield reader.rest()
      // A fault after the end of an answer, such as a reset connection, does not make it a failure.
      if (failure || !hasEnded() || signal.aborted) throw failure ?? asBreak(error)
    }
    yield reader.rest()
    if (failure) throw failure
    if (!hasEnded()) throw new AppError('streamBroken', 'The answer ended in the middle')
    yield reader.end()
  } catch (error) {
    yield reader.counted?.().filter(isBilled) ?? []
    throw asAnswered(asBreak(error), hasContent)
  } finally {
    await bytes.return(undefined)
    // If nothing was read, `bytes` has not closed the body.
    if (response.body && !response.body.locked) await response.body.cancel()
  }
}

/** Reads what follows an error for its token count. The user waits for the error meanwhile. */
function countBatch(
  batch: readonly ServerEvent[],
  reader: Pick<AnswerReader, 'countLate'>,
): TakenBatch<never> {
  for (const { data } of batch) {
    const json = parseFirstObject(data)
    if (json) reader.countLate?.(json)
  }
  return { taken: [], late: batch.length }
}

/** Returns false for a count of nothing, which some services send with a refusal. */
export function isBilled(event: ReplyEvent | CompletionEvent): boolean {
  if (event.type !== 'usage' || event.pictures) return true
  return event.usage.inputTokens + event.usage.outputTokens > 0
}

/** The faults after an answer's end, and the events after an error, that are skipped for a count. */
const maxLateFaults = 10

interface Batches {
  batches: AsyncIterable<readonly ServerEvent[]> | Iterable<readonly ServerEvent[]>
  whole: boolean
}

/**
 * Returns the events in batches; a whole answer is one event. Errors: notAnApi, malformedAnswer,
 * streamBroken.
 */
async function openBatches(
  bytes: AsyncGenerator<Uint8Array>,
  reader: Pick<AnswerReader, 'isAnswer'>,
  maxEventBytes: number | undefined,
): Promise<Batches> {
  const seen: Uint8Array[] = []
  let first = ''
  while (first === '' && seen.length < 1000) {
    const piece = await bytes.next()
    if (piece.done) break
    seen.push(piece.value)
    first = new TextDecoder().decode(piece.value.subarray(0, 200)).trimStart().slice(0, 1)
  }
  if (first === '<') throw new AppError('notAnApi', "The answer is a page, not an API's")
  if (first === '') throw new AppError('streamBroken', 'The answer is empty')
  const all = chain(seen, bytes)
  if (first !== '{' && first !== '[') {
    return { batches: assertEvents(readEventBatches(all, maxEventBytes)), whole: false }
  }
  const data = await readJsonText(all, maxWholeAnswerBytes)
  const json = parseFirstObject(data)
  if (json === undefined || !(isObject(json.error) || reader.isAnswer(json))) {
    throw new AppError('malformedAnswer', 'The answer holds no reply')
  }
  return { batches: [[{ name: '', data, complete: true }]], whole: true }
}

async function* assertEvents(
  batches: AsyncIterable<ServerEvent[]>,
): AsyncGenerator<readonly ServerEvent[]> {
  let count = 0
  for await (const batch of batches) {
    count += batch.length
    yield batch
  }
  if (count === 0) throw new AppError('notAnApi', 'The answer is no stream of events')
}

/** Avoids a generator, which would add a promise for each piece. */
function chain(
  seen: Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncIterable<Uint8Array, undefined> {
  const next = (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const value = seen.shift()
    return value ? Promise.resolve({ done: false, value }) : rest.next()
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

interface TakenBatch<Event> {
  taken: Event[]
  fault?: AppError
  /** The number of faults after the finish reason, or of events after an error. They end nothing. */
  late: number
}

/** Returns the events before a fault in the same batch as well. */
function takeBatch<Event extends ReplyEvent | CompletionEvent>(
  batch: readonly ServerEvent[],
  reader: AnswerReader<Event>,
  onContent: () => void,
): TakenBatch<Event> {
  const taken: Event[] = []
  let late = 0
  for (const [index, { name, data, complete }] of batch.entries()) {
    if (data.trim() === '[DONE]') {
      reader.markEnd()
      continue
    }
    try {
      const json = parseEvent(name, data, complete)
      if (!json) continue
      taken.push(...reader.take(json, name))
      if (isContent(json, name)) onContent()
    } catch (error) {
      if (!reader.finished()) {
        countBatch(batch.slice(index + 1), reader)
        return { taken, fault: asBreak(error), late }
      }
      late += 1
    }
  }
  return { taken, late }
}

/** Keep-alives of some servers: `data:`, `data: null`, `data: []`. */
const nothingPattern = /^\s*(?:null|\[\s*(?:null)?\s*\]|"")?\s*$/

/** Returns undefined for an event that holds nothing or that the connection's end truncated. */
function parseEvent(name: string, data: string, complete: boolean): JsonObject | undefined {
  if (nothingPattern.test(data)) return undefined
  const json = parseFirstObject(data)
  if (json === undefined) {
    if (!complete) return undefined
    throw new AppError('malformedAnswer', 'The answer is not JSON of a known shape')
  }
  if (name === 'error' && json['error'] === undefined) return { error: json }
  return json
}

/** Returns a JSON object. Unwraps a list that contains one, as Google wraps its errors. */
function parseFirstObject(text: string): JsonObject | undefined {
  const parsed = parseJson(text)
  const json: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  return isObject(json) ? json : undefined
}
