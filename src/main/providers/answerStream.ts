import { AppError } from '../../shared/errors.ts'
import type { Warning } from '../../shared/parts.ts'
import { readBytes, readText } from './byteStream.ts'
import { readEventBatches } from './eventStream.ts'
import type { ServerEvent } from './eventStream.ts'
import { isObject } from './jsonObject.ts'
import type { JsonObject } from './jsonObject.ts'
import type { ReplyEvent } from './provider.ts'
import { requestIdOf } from './providerErrors.ts'

/** Makes a reply of the JSON objects that a service sends. */
export interface AnswerReader {
  /**
   * What an event adds, or a whole answer; `name` is the event's own. Throws the error that it is.
   */
  take: (json: JsonObject, name?: string) => ReplyEvent[]
  /** What is left to say, before the end or a failure. */
  rest: () => ReplyEvent[]
  /** The last events: the count of tokens and the reason of the end. */
  end: () => ReplyEvent[]
  /** Whether the reason of the end has come, after which little is to come. */
  finished: () => boolean
  /** Whether the end mark has come, after which at most another answer is to come, and soon. */
  endMark: () => boolean
  markEnd: () => void
  /** Whether a whole answer, instead of a stream, holds anything. */
  isAnswer: (json: JsonObject) => boolean
}

export interface AnswerStreamOptions {
  /** What is to be said of the request. */
  warnings: readonly Warning[]
  /** The longest silence in the middle of an answer. */
  idleMilliseconds: number
  signal: AbortSignal
}

/** A whole answer may carry pictures. */
const wholeAnswerBytesMaximum = 64 * 1024 * 1024
const afterFinishMilliseconds = 10_000
/** Past the end mark only the connection's end is to come, which lets it be used again. */
const afterEndMarkMilliseconds = 250

/**
 * A reply's body, whether it is a stream of server-sent events or, against the request, one whole
 * answer: all that a piece of it tells at once.
 */
export async function* readAnswerStream(
  response: Response,
  reader: AnswerReader,
  { warnings, idleMilliseconds, signal }: AnswerStreamOptions,
): AsyncGenerator<readonly ReplyEvent[]> {
  const silence = () => {
    if (reader.endMark()) return afterEndMarkMilliseconds
    return reader.finished() ? afterFinishMilliseconds : idleMilliseconds
  }
  const hasEnded = () => reader.finished() || reader.endMark()
  const requestId = requestIdOf(response.headers)
  const bytes = readBytes(response.body, { idleMilliseconds: silence, signal })
  try {
    if (requestId !== null) yield [{ type: 'request', requestId }]
    yield warnings.map((warning) => ({ type: 'warning', warning }))
    try {
      const { batches, whole } = await openBatches(bytes, reader)
      for await (const batch of batches) {
        const { taken, fault } = takeBatch(batch, reader)
        yield taken
        if (fault) throw fault
      }
      // A whole answer needs no end mark.
      if (whole) reader.markEnd()
    } catch (error) {
      yield reader.rest()
      // What comes after the last word of an answer, be it a reset, does not make it a failure.
      if (!hasEnded() || signal.aborted) throw asBreak(error)
    }
    yield reader.rest()
    if (!hasEnded()) throw new AppError('streamBroken', 'The answer ended in the middle')
    yield reader.end()
  } finally {
    await bytes.return(undefined)
    // Where nothing was read yet, there was nothing that could close it.
    if (response.body && !response.body.locked) await response.body.cancel()
  }
}

interface Batches {
  batches: AsyncIterable<readonly ServerEvent[]> | Iterable<readonly ServerEvent[]>
  whole: boolean
}

/** The events, of which a whole answer is one. Errors: notAnApi, malformedAnswer, streamBroken. */
async function openBatches(
  bytes: AsyncGenerator<Uint8Array>,
  reader: AnswerReader,
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
    return { batches: assertEvents(readEventBatches(all)), whole: false }
  }
  const data = await readText(all, wholeAnswerBytesMaximum)
  const json = parseJson(data)
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

/** By hand, as a generator would cost each piece a promise more. */
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

/** What came before a fault in the same piece is given all the same. */
function takeBatch(
  batch: readonly ServerEvent[],
  reader: AnswerReader,
): { taken: ReplyEvent[]; fault?: AppError } {
  const taken: ReplyEvent[] = []
  try {
    for (const { name, data, complete } of batch) {
      if (data.trim() === '[DONE]') {
        reader.markEnd()
        continue
      }
      const json = parseEvent(name, data, complete)
      if (json) taken.push(...reader.take(json, name))
    }
  } catch (error) {
    return { taken, fault: asBreak(error) }
  }
  return { taken }
}

/** Undefined for what the end of the connection has cut off. */
function parseEvent(name: string, data: string, complete: boolean): JsonObject | undefined {
  const json = parseJson(data)
  if (json === undefined) {
    if (!complete) return undefined
    throw new AppError('malformedAnswer', 'The answer is not JSON of a known shape')
  }
  if (name === 'error' && json['error'] === undefined) return { error: json }
  return json
}

/** An object; a list with one in it, as Google wraps its errors, is that one. */
function parseJson(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const json: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** A socket's own error in the middle of an answer says no more than that it broke. */
function asBreak(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('streamBroken', 'The connection broke in the middle of the answer', {}, error)
}
