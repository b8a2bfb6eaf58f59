import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { readBytes, readText } from '../../providers/byteStream.ts'
import { readEventBatches } from '../../providers/eventStream.ts'
import { unreadableAnswer } from '../../providers/jsonAnswer.ts'
import { asBreak } from '../../providers/providerErrors.ts'
import { createLongStrings } from './longStrings.ts'
import type { LongStrings } from './longStrings.ts'

export interface PictureAnswer extends Pick<LongStrings, 'bytesOf' | 'drop'> {
  /** The JSON objects of the answer: its events, or all of it. */
  objects: AsyncIterable<JsonObject>
}

/** What is left of an answer without its pictures. */
const restBytesMaximum = 8 * 1024 * 1024

export interface ReadPicturesOptions {
  signal: AbortSignal
  /** The longest allowed silence within the answer. */
  idleMilliseconds: number
}

/**
 * Reads an answer that holds pictures as base64, in JSON or as a stream of events. Errors: timeout,
 * aborted, notAnApi, malformedAnswer, streamBroken.
 */
export function readPictures(response: Response, options: ReadPicturesOptions): PictureAnswer {
  const strings = createLongStrings()
  return {
    bytesOf: strings.bytesOf,
    drop: strings.drop,
    objects: readObjects(response, strings, options),
  }
}

async function* readObjects(
  response: Response,
  strings: LongStrings,
  { signal, idleMilliseconds }: ReadPicturesOptions,
): AsyncGenerator<JsonObject> {
  const bytes = readBytes(response.body, { signal, idleMilliseconds: () => idleMilliseconds })
  try {
    const { first, all } = await sniff(withoutPictures(bytes, strings))
    if (first === '{' || first === '[' || first === '<' || first === '') {
      yield parseWhole(await readText(all, restBytesMaximum))
      return
    }
    for await (const batch of readEventBatches(all)) {
      for (const { data, complete } of batch) {
        const json = complete ? parseJson(data) : undefined
        if (isObject(json)) yield json
      }
    }
  } catch (error) {
    throw asBreak(error)
  } finally {
    await bytes.return(undefined)
  }
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

function parseWhole(text: string): JsonObject {
  if (text.trim() === '') throw new AppError('streamBroken', 'The answer is empty')
  const parsed = parseJson(text)
  // Google wraps its errors in a list.
  const json: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (isObject(json)) return json
  // A cut answer is no fault of the service's format.
  if (parsed === undefined && text.trimStart().startsWith('{')) {
    throw new AppError('streamBroken', 'The answer ended in the middle')
  }
  throw unreadableAnswer(text, 'The answer holds no pictures')
}
