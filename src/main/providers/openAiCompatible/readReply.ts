import { AppError } from '../../../shared/errors.ts'
import type { Usage } from '../../../shared/providers.ts'
import { readBytes, readText } from '../byteStream.ts'
import { readEvents } from '../eventStream.ts'
import type { FinishReason, ReplyEvent } from '../provider.ts'
import { chunkSchema, deltaOf, usageOf } from './chunk.ts'
import type { Chunk } from './chunk.ts'
import { fromErrorObject, requestIdOf } from './errors.ts'
import type { ErrorContext } from './errors.ts'
import { createThinkTagReader } from './thinkTags.ts'

export interface ReadReplyOptions {
  context: ErrorContext
  /** The longest silence in the middle of an answer. */
  idleMilliseconds: number
  signal: AbortSignal
}

const wholeAnswerBytesMaximum = 10 * 1024 * 1024
/** After the finish reason only the count of tokens and the end mark are to come. */
const afterFinishMilliseconds = 10_000
/** After the end mark only the connection's end is to come, which lets it be used again. */
const afterEndMarkMilliseconds = 250

interface Progress {
  requestId: string | null
  usage: Usage | undefined
  finishReason: FinishReason | undefined
  endMark: boolean
}

/** A reply's body, whether it is a stream of chunks or, against the request, one whole answer. */
export async function* readReply(
  response: Response,
  { context, idleMilliseconds, signal }: ReadReplyOptions,
): AsyncGenerator<ReplyEvent> {
  const progress: Progress = {
    requestId: requestIdOf(response.headers),
    usage: undefined,
    finishReason: undefined,
    endMark: false,
  }
  const silence = () => {
    if (progress.endMark) return afterEndMarkMilliseconds
    return progress.finishReason ? afterFinishMilliseconds : idleMilliseconds
  }
  const bytes = readBytes(response.body, { idleMilliseconds: silence, signal })
  try {
    if (progress.requestId !== null) yield { type: 'request', requestId: progress.requestId }
    yield* readAnswer(bytes, progress, (chunk) => {
      if (chunk.error) throw fromErrorObject(chunk.error, response.headers, context)
    })
  } finally {
    await bytes.return(undefined)
    // Where nothing was read yet, there was nothing that could close it.
    if (response.body && !response.body.locked) await response.body.cancel()
  }
}

async function* readAnswer(
  bytes: AsyncGenerator<Uint8Array>,
  progress: Progress,
  assertNoError: (chunk: Chunk) => void,
): AsyncGenerator<ReplyEvent> {
  const tags = createThinkTagReader()
  try {
    for await (const json of readJson(bytes, progress)) {
      const chunk = parseChunk(json)
      assertNoError(chunk)
      yield* takeChunk(chunk, progress, tags)
    }
  } catch (error) {
    yield* tags.end()
    // What comes after the last word of an answer, be it a reset, does not make it a failure.
    if (progress.finishReason === undefined) throw asBreak(error)
  }
  yield* tags.end()
  if (progress.finishReason === undefined && !progress.endMark) {
    throw new AppError('streamBroken', 'The answer ended in the middle')
  }
  if (progress.usage) yield { type: 'usage', usage: progress.usage }
  yield { type: 'finish', reason: progress.finishReason ?? 'complete' }
}

async function* readJson(
  bytes: AsyncGenerator<Uint8Array>,
  progress: Progress,
): AsyncGenerator<unknown> {
  const [begin, all] = await peek(bytes)
  if (begin === '<') throw new AppError('notAnApi', "The answer is a page, not an API's")
  yield* begin === '{' || begin === '[' ? readWhole(all, progress) : readStream(all, progress)
}

/** The first character that is no white space, and the bytes with nothing taken away. */
async function peek(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<[string, AsyncGenerator<Uint8Array>]> {
  const seen: Uint8Array[] = []
  let begin = ''
  while (begin === '' && seen.length < 1000) {
    const piece = await bytes.next()
    if (piece.done) break
    seen.push(piece.value)
    begin = new TextDecoder().decode(piece.value.subarray(0, 200)).trimStart().slice(0, 1)
  }
  return [begin, chain(seen, bytes)]
}

async function* chain(
  seen: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* seen
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

async function* readWhole(
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): AsyncGenerator<unknown> {
  const parsed = parseJson(await readText(bytes, wholeAnswerBytesMaximum))
  // Google wraps its one error in a list.
  const json: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  // It needs no end mark, but something to say.
  if (!hasError(json) && !hasChoices(json)) {
    throw new AppError('malformedAnswer', 'The answer holds no text')
  }
  progress.endMark = true
  yield json
}

async function* readStream(
  bytes: AsyncIterable<Uint8Array>,
  progress: Progress,
): AsyncGenerator<unknown> {
  let events = 0
  let length = 0
  const counted = count(bytes, (size) => (length += size))
  for await (const event of readEvents(counted)) {
    events += 1
    if (progress.endMark) continue
    if (event.data.trim() === '[DONE]') {
      progress.endMark = true
      continue
    }
    // What the end of the connection has cut off is no answer's fault.
    if (!event.complete && !isJson(event.data)) return
    const json = parseJson(event.data)
    yield event.name === 'error' && !hasError(json) ? { error: json } : json
  }
  if (events === 0 && length > 0)
    throw new AppError('notAnApi', 'The answer is no stream of events')
}

async function* count(
  bytes: AsyncIterable<Uint8Array>,
  add: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    add(piece.length)
    yield piece
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('malformedAnswer', 'The answer is not valid JSON', {}, error)
  }
}

function hasError(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'error' in json && Boolean(json.error)
}

function hasChoices(json: unknown): boolean {
  const choices = chunkSchema.safeParse(json).data?.choices
  return choices !== undefined && choices !== null && choices.length > 0
}

function parseChunk(json: unknown): Chunk {
  const chunk = chunkSchema.safeParse(json)
  if (chunk.success) return chunk.data
  throw new AppError('malformedAnswer', 'The answer has an unknown shape', {}, chunk.error)
}

function* takeChunk(
  chunk: Chunk,
  progress: Progress,
  tags: ReturnType<typeof createThinkTagReader>,
): Generator<ReplyEvent> {
  if (progress.requestId === null && chunk.id) {
    progress.requestId = chunk.id
    yield { type: 'request', requestId: chunk.id }
  }
  const delta = deltaOf(chunk)
  if (delta.reasoning !== '') yield { type: 'reasoning', text: delta.reasoning }
  if (delta.text !== '') yield* tags.push(delta.text)
  // Some servers count along: the last count is the whole one.
  progress.usage = usageOf(chunk) ?? progress.usage
  const finish = chunk.choices?.[0]?.finish_reason
  if (finish) progress.finishReason = toFinishReason(finish)
}

function toFinishReason(reason: string): FinishReason {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'cutOff'
    case 'content_filter':
    case 'content_filtered':
    case 'safety':
      return 'filtered'
    case 'error':
      throw new AppError('serverError', 'The model failed in the middle of the answer')
    case 'insufficient_system_resource':
      throw new AppError('overloaded', 'The server had no room to finish the answer')
    default:
      return 'complete'
  }
}

/** A socket's own error in the middle of an answer says no more than that it broke. */
function asBreak(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('streamBroken', 'The connection broke in the middle of the answer', {}, error)
}
