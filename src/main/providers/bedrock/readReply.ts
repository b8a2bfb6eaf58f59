import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isBilled } from '../answer/answerStream.ts'
import { answerSilence } from '../answer/answerSilence.ts'
import { readBytes, readJsonText } from '../transport/byteStream.ts'
import { isContent } from '../answer/isContent.ts'
import type { ReplyEvent } from '../reply.ts'
import { asAnswered, asBreak, requestIdOf } from '../errors/providerErrors.ts'
import type { AnswerReader } from './converseAnswer.ts'
import { fromException } from './failures.ts'
import type { FailureContext } from './failures.ts'
import { readFrames } from './frames.ts'
import { parseAnswer } from '../transport/jsonAnswer.ts'
import { maxWholeAnswerBytes } from '../transport/answerLimits.ts'

export interface ReadReplyOptions {
  context: FailureContext
  answer: AnswerReader
  /** The longest allowed silence within an answer. */
  idleMilliseconds: number
  signal: AbortSignal
}

/**
 * Yields the events of a reply's body in batches. The body is a stream of events or one whole
 * answer.
 */
export async function* readReply(
  response: Response,
  { context, answer, idleMilliseconds, signal }: ReadReplyOptions,
): AsyncGenerator<ReplyEvent> {
  const requestId = requestIdOf(response.headers)
  const silence = answerSilence(answer, idleMilliseconds)
  const bytes = readBytes(response.body, { idleMilliseconds: silence, signal })
  let hasContent = false
  const noticing: AnswerReader = {
    ...answer,
    take(type, json) {
      hasContent ||= isContentOf(type, json)
      return answer.take(type, json)
    },
  }
  try {
    if (requestId !== null) yield { type: 'request', requestId }
    try {
      yield* readAnswer(bytes, noticing, (type, payload) =>
        fromException(type, payload, response.headers, context),
      )
    } catch (error) {
      // A fault after the end of an answer, such as a reset connection, does not make it a failure.
      if (!answer.finished() || signal.aborted) throw asBreak(error)
    }
    if (!answer.finished()) throw new AppError('streamBroken', 'The answer ended in the middle')
    yield* answer.end()
  } catch (error) {
    yield* answer.counted().filter(isBilled)
    throw asAnswered(asBreak(error), hasContent)
  } finally {
    await bytes.return(undefined)
    // If nothing was read, `bytes` has not closed the body.
    if (response.body && !response.body.locked) await response.body.cancel()
  }
}

/** The events of the Messages API come wrapped. */
function isContentOf(type: string, json: JsonObject): boolean {
  const { bytes } = json
  if (type !== 'chunk' || typeof bytes !== 'string') return isContent(json, type)
  return isContent(parseObject(Buffer.from(bytes, 'base64').toString('utf8')))
}

async function* readAnswer(
  bytes: AsyncGenerator<Uint8Array>,
  answer: AnswerReader,
  toError: (type: string, payload: string) => AppError,
): AsyncGenerator<ReplyEvent> {
  const first = await bytes.next()
  if (first.done) return
  const all = chain(first.value, bytes)
  const begin = new TextDecoder().decode(first.value.subarray(0, 200)).trimStart().slice(0, 1)
  if (begin === '<') throw new AppError('notAnApi', "The answer is a page, not an API's")
  if (begin === '{') {
    yield* answer.takeWhole(parseObject(await readJsonText(all, maxWholeAnswerBytes)))
    return
  }
  for await (const { kind, type, payload } of readFrames(all)) {
    if (kind !== 'event') throw toError(type, payload)
    if (!answer.endMark()) yield* answer.take(type, parseObject(payload))
  }
}

async function* chain(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

/** Parses an object; any other JSON gives an empty object. */
export function parseObject(text: string): JsonObject {
  const json = parseAnswer(text)
  return isObject(json) ? json : {}
}
