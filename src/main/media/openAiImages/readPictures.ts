import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { readBytes, readText } from '../../providers/transport/byteStream.ts'
import { readEventBatches } from '../../providers/transport/eventStream.ts'
import type { ServerEvent } from '../../providers/transport/eventStream.ts'
import { unreadableAnswer } from '../../providers/transport/jsonAnswer.ts'
import { asBreak } from '../../providers/errors/providerErrors.ts'
import { parseCutJson } from './cutJson.ts'
import { createLongStrings } from './longStrings.ts'
import type { LongStrings } from './longStrings.ts'

export interface PictureAnswer extends Pick<LongStrings, 'bytesOf' | 'drop'> {
  /**
   * The JSON objects of the answer: its events, or all of it. An answer that is cut off ends with
   * what came whole of the last one.
   */
  objects: AsyncIterable<JsonObject>
  /**
   * Returns why the answer ended before its time: timeout, aborted, notAnApi, malformedAnswer,
   * streamBroken; undefined if it did not. Known once `objects` has ended.
   */
  brokenBy: () => AppError | undefined
  /** Tells whether a stream has said that it ends. Known as `brokenBy` is. */
  hasEnded: () => boolean
}

/** Largest answer, not counting its pictures. */
const maxRestBytes = 8 * 1024 * 1024

export interface ReadPicturesOptions {
  signal: AbortSignal
  /** The longest allowed silence within the answer. */
  idleMilliseconds: number
}

/**
 * Reads an answer that holds pictures as base64, in JSON or as a stream of events. What came whole
 * before a connection breaks was paid for, so a break only ends the objects.
 */
export function readPictures(response: Response, options: ReadPicturesOptions): PictureAnswer {
  const strings = createLongStrings()
  let broken: AppError | undefined
  let hasEnded = false
  const onBreak = (error: unknown): void => {
    broken ??= asBreak(error)
  }
  const onEnd = (): void => {
    hasEnded = true
    // The answer is complete, so a connection that breaks now does not matter. A stop by the user
    // does.
    if (broken?.code !== 'aborted') broken = undefined
  }
  return {
    bytesOf: strings.bytesOf,
    drop: strings.drop,
    objects: readObjects(response, { strings, onBreak, onEnd, ...options }),
    brokenBy: () => broken,
    hasEnded: () => hasEnded,
  }
}

interface Reading extends ReadPicturesOptions {
  strings: LongStrings
  onBreak: (error: unknown) => void
  /** All has come. */
  onEnd: () => void
}

async function* readObjects(
  response: Response,
  { strings, onBreak, onEnd, signal, idleMilliseconds }: Reading,
): AsyncGenerator<JsonObject> {
  const bytes = readBytes(response.body, { signal, idleMilliseconds: () => idleMilliseconds })
  try {
    const { first, all } = await sniff(untilBreak(withoutPictures(bytes, strings), onBreak))
    if (first === '{' || first === '[' || first === '<' || first === '') {
      yield* parseWhole(await readText(all, maxRestBytes), { onBreak, onEnd })
      return
    }
    for await (const batch of readEventBatches(all)) {
      yield* batch.flatMap(objectOf)
      if (batch.some(({ data }) => data.trim() === '[DONE]')) return onEnd()
    }
  } catch (error) {
    onBreak(error)
  } finally {
    await bytes.return(undefined)
  }
}

/** Yields the bytes. A break ends them and is told. */
async function* untilBreak(
  bytes: AsyncIterable<Uint8Array>,
  onBreak: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    onBreak(error)
  }
}

/** Returns the object of an event, with the event's name as its type if it has none. */
function objectOf({ name, data, complete }: ServerEvent): JsonObject[] {
  const json = complete ? parseJson(data) : parseCutJson(data)
  if (!isObject(json)) return []
  const object = json['type'] === undefined && name !== '' ? { ...json, type: name } : json
  // Without its type, a cut event may have been an unfinished picture.
  return complete || object['type'] !== undefined ? [object] : []
}

async function* withoutPictures(
  bytes: AsyncIterable<Uint8Array>,
  strings: LongStrings,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) yield strings.pass(piece)
}

/** Returns the answer's first character that is no space; empty for an empty answer. */
async function sniff(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<{ first: string; all: AsyncIterable<Uint8Array> }> {
  const seen: Uint8Array[] = []
  let first = ''
  while (first === '') {
    const piece = await bytes.next()
    if (piece.done) break
    seen.push(piece.value)
    first = Buffer.from(piece.value.subarray(0, 200)).toString('latin1').trim().slice(0, 1)
  }
  return { first, all: chain(seen, bytes) }
}

async function* chain(
  seen: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* seen
  yield* rest
}

/** Returns the object of a whole answer; what came whole of one that is cut off. */
function parseWhole(
  text: string,
  { onBreak, onEnd }: Pick<Reading, 'onBreak' | 'onEnd'>,
): JsonObject[] {
  if (text.trim() === '') throw new AppError('streamBroken', 'The answer is empty')
  const parsed = parseJson(text)
  // Google wraps its errors in a list.
  const json: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (isObject(json)) {
    onEnd()
    return [json]
  }
  const cut = parsed === undefined ? parseCutJson(text) : undefined
  if (!cut) throw unreadableAnswer(text, 'The answer holds no pictures')
  // A cut answer is no fault of the service's format.
  onBreak(new AppError('streamBroken', 'The answer ended in the middle'))
  return [cut]
}
