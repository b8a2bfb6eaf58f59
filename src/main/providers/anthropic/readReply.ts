import { AppError } from '../../../shared/errors.ts'
import type { Warning } from '../../../shared/parts.ts'
import { readBytes, readText } from '../byteStream.ts'
import { readEventBatches } from '../eventStream.ts'
import type { ServerEvent } from '../eventStream.ts'
import type { ReplyEvent } from '../provider.ts'
import { requestIdOf } from '../providerErrors.ts'
import type { ErrorContext } from '../providerErrors.ts'
import { createAnswerReader } from './answer.ts'
import type { AnswerReader } from './answer.ts'
import { fromErrorEvent } from './failures.ts'
import { isObject } from './json.ts'
import type { JsonObject } from './json.ts'

export interface ReadReplyOptions {
  context: ErrorContext
  /** What is to be said of the request. */
  warnings: readonly Warning[]
  /** The longest silence in the middle of an answer. */
  idleMilliseconds: number
  signal: AbortSignal
}

const wholeAnswerBytesMaximum = 10 * 1024 * 1024
/** After the reason of the end only the end mark is to come. */
const afterFinishMilliseconds = 10_000
/** After the end mark only the connection's end is to come, which lets it be used again. */
const afterEndMarkMilliseconds = 250

/**
 * A reply's body, whether it is a stream of events or, against the request, a whole message: all
 * that a piece of it tells at once.
 */
export async function* readReply(
  response: Response,
  { context, warnings, idleMilliseconds, signal }: ReadReplyOptions,
): AsyncGenerator<readonly ReplyEvent[]> {
  const requestId = requestIdOf(response.headers)
  const answer = createAnswerReader(requestId, (error) =>
    fromErrorEvent(error, response.headers, context),
  )
  const silence = () => {
    if (answer.endMark()) return afterEndMarkMilliseconds
    return answer.finished() ? afterFinishMilliseconds : idleMilliseconds
  }
  const hasEnded = () => answer.finished() || answer.endMark()
  const bytes = readBytes(response.body, { idleMilliseconds: silence, signal })
  try {
    if (requestId !== null) yield [{ type: 'request', requestId }]
    yield warnings.map((warning) => ({ type: 'warning', warning }))
    try {
      let batches = 0
      for await (const batch of await openEvents(bytes)) {
        batches += 1
        const { taken, fault } = takeBatch(batch, answer)
        yield taken
        if (fault) throw fault
      }
      if (batches === 0) throw new AppError('notAnApi', 'The answer is no stream of events')
    } catch (error) {
      // What comes after the last word of an answer, be it a reset, does not make it a failure.
      if (!hasEnded() || signal.aborted) throw asBreak(error)
    }
    if (!hasEnded()) throw new AppError('streamBroken', 'The answer ended in the middle')
    yield answer.end()
  } finally {
    await bytes.return(undefined)
    // Where nothing was read yet, there was nothing that could close it.
    if (response.body && !response.body.locked) await response.body.cancel()
  }
}

type Batches = AsyncIterable<readonly ServerEvent[]> | Iterable<readonly ServerEvent[]>

/** The events, of which a whole message is one. Errors: notAnApi, malformedAnswer. */
async function openEvents(bytes: AsyncGenerator<Uint8Array>): Promise<Batches> {
  const seen: Uint8Array[] = []
  let first = ''
  while (first === '' && seen.length < 1000) {
    const piece = await bytes.next()
    if (piece.done) break
    seen.push(piece.value)
    first = new TextDecoder().decode(piece.value.subarray(0, 200)).trimStart().slice(0, 1)
  }
  if (first === '<') throw new AppError('notAnApi', "The answer is a page, not an API's")
  const all = chain(seen, bytes)
  if (first === '') throw new AppError('streamBroken', 'The answer is empty')
  if (first !== '{' && first !== '[') return readEventBatches(all)
  const data = await readText(all, wholeAnswerBytesMaximum)
  assertMessage(data)
  return [[{ name: '', data, complete: true }]]
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
  answer: AnswerReader,
): { taken: ReplyEvent[]; fault?: AppError } {
  const taken: ReplyEvent[] = []
  try {
    for (const event of batch) {
      // Some servers end as OpenAI's do.
      if (answer.endMark() || event.data === '[DONE]') continue
      const json = parseEvent(event)
      if (json) taken.push(...answer.take(json))
    }
  } catch (error) {
    return { taken, fault: asBreak(error) }
  }
  return { taken }
}

/** Undefined for what the end of the connection has cut off. */
function parseEvent({ name, data, complete }: ServerEvent): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(data)
    if (!isObject(json)) return {}
    return json.type === undefined && name !== '' ? { ...json, type: name } : json
  } catch (error) {
    if (!complete) return undefined
    throw new AppError('malformedAnswer', 'The answer is not valid JSON', {}, error)
  }
}

/** Errors: malformedAnswer for anything but a message or an error. */
function assertMessage(data: string): void {
  const json = parseEvent({ name: '', data, complete: true })
  if (Array.isArray(json?.content) || isObject(json?.error)) return
  throw new AppError('malformedAnswer', 'The answer holds no message')
}

/** A socket's own error in the middle of an answer says no more than that it broke. */
function asBreak(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('streamBroken', 'The connection broke in the middle of the answer', {}, error)
}
