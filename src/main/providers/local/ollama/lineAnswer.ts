import { AppError } from '../../../../shared/errors.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { Warning } from '../../../../shared/chat/parts.ts'
import { answerSilence } from '../../answer/answerSilence.ts'
import { asBreak, requestIdOf } from '../../errors/providerErrors.ts'
import type { CommonEvent } from '../../reply.ts'
import { readBytes } from '../../transport/byteStream.ts'
import { readJsonLines } from '../jsonLines.ts'

/**
 * Turns Ollama's objects into events. A stream has one object per line, a whole answer a single
 * one.
 */
export interface LineAnswer<Event> {
  /** Returns the events of an object. Throws if the object is an error. */
  take: (json: JsonObject) => Event[]
  /** Returns events that are still held back, before the end or a failure. */
  rest: () => Event[]
  /** Returns the last events, after `done`. */
  end: () => Event[]
  done: () => boolean
}

interface ReadOptions {
  /** Warnings about the request. */
  warnings: readonly Warning[]
  idleMilliseconds: number
  signal: AbortSignal
}

/** Yields the events of an answer of Ollama, and closes its connection at the end. */
export async function* readLineAnswer<Event>(
  response: Response,
  answer: LineAnswer<Event>,
  { warnings, idleMilliseconds, signal }: ReadOptions,
): AsyncGenerator<Event | CommonEvent> {
  const requestId = requestIdOf(response.headers)
  const bytes = readBytes(response.body, {
    idleMilliseconds: answerSilence(
      { finished: answer.done, endMark: answer.done },
      idleMilliseconds,
    ),
    signal,
  })
  try {
    if (requestId !== null) yield { type: 'request', requestId }
    for (const warning of warnings) yield { type: 'warning', warning }
    yield* readObjects(bytes, answer, signal)
  } finally {
    await bytes.return(undefined)
    if (response.body && !response.body.locked) await response.body.cancel()
  }
}

async function* readObjects<Event>(
  bytes: AsyncGenerator<Uint8Array>,
  answer: LineAnswer<Event>,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  try {
    for await (const objects of readJsonLines(bytes)) {
      const { events, fault } = takeAll(objects, answer)
      yield* events
      if (fault) throw fault.error
    }
  } catch (error) {
    yield* answer.rest()
    // A fault after the last object, such as a reset connection, does not make the answer a
    // failure.
    if (!answer.done() || signal.aborted) throw asBreak(error)
  }
  yield* answer.rest()
  if (!answer.done()) throw new AppError('streamBroken', 'The answer ended in the middle')
  yield* answer.end()
}

/** Yields the events before a fault in the same batch as well. */
function takeAll<Event>(
  objects: readonly JsonObject[],
  answer: LineAnswer<Event>,
): { events: Event[]; fault?: { error: unknown } } {
  const events: Event[] = []
  try {
    for (const json of objects) {
      if (answer.done()) break
      for (const event of answer.take(json)) events.push(event)
    }
  } catch (error) {
    return { events, fault: { error } }
  }
  return { events }
}
