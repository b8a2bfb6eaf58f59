import type { AppError } from '../../../shared/errors.ts'
import { textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { AnswerReader } from '../answer/answerStream.ts'
import type { ReplyEvent } from '../reply.ts'
import type { MessageReader } from './messageReader.ts'
import { deltaSchema, isActive, messageSchema, runSchema, type Run } from './runObjects.ts'

export interface RunReader extends AnswerReader {
  /** The run as it was last told of; undefined before. */
  run: () => Run | undefined
  /** True once an event of a stream came, rather than the run alone. */
  isStream: () => boolean
}

/**
 * Reads the stream of a run. Servers that ignore `stream` send the run alone: its messages are
 * fetched.
 */
export function createRunReader(
  messages: MessageReader,
  toError: (error: unknown) => AppError,
): RunReader {
  let run: Run | undefined
  let isStream = false
  let hasEnded = false

  function take(json: JsonObject, name = ''): ReplyEvent[] {
    isStream ||= name !== ''
    const kind = textOf(json['object'])
    if (kind === '' && json['error']) throw toError(json['error'])
    if (kind === 'thread.run') run = runSchema.safeParse(json).data ?? run
    if (kind === 'thread.message.delta') {
      const delta = deltaSchema.safeParse(json).data
      return delta ? messages.takeDelta(delta) : []
    }
    const isDone = ['completed', 'incomplete'].includes(textOf(json['status']))
    if (kind !== 'thread.message' || !(isDone || /\.(?:completed|incomplete)$/.test(name)))
      return []
    const message = messageSchema.safeParse(json).data
    return message ? messages.takeWhole(message) : []
  }

  return {
    take,
    run: () => run,
    isStream: () => isStream,
    rest: () => [],
    end: () => [],
    finished: () => run !== undefined && !isActive(run),
    endMark: () => hasEnded,
    markEnd: () => (hasEnded = true),
    isAnswer: (json) => json['object'] === 'thread.run',
  }
}
