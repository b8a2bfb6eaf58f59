import { createAnswerReader } from '../anthropic/answerReader.ts'
import { AppError } from '../../../shared/errors.ts'
import { textOf } from '../../../shared/json.ts'
import type { AnswerReader } from './converseAnswer.ts'
import { parseObject } from './readReply.ts'

/** Reads InvokeModelWithResponseStream events from a model with the Messages API. */
export function createMessagesAnswer(
  requestId: string | null,
  toError: (error: unknown) => AppError,
): AnswerReader {
  const reader = createAnswerReader(requestId, toError)
  const { take, end, finished, endMark } = reader
  return {
    take(type, { bytes }) {
      if (type !== 'chunk' || typeof bytes !== 'string') return []
      return take(parseObject(Buffer.from(bytes, 'base64').toString('utf8')))
    },
    takeWhole(json) {
      if (json.error !== undefined || textOf(json.type) === 'error') throw toError(json.error)
      if (Array.isArray(json.content)) return take({ ...json, type: 'message' })
      throw new AppError('malformedAnswer', 'The answer holds no message')
    },
    end,
    counted: () => reader.counted?.() ?? [],
    finished,
    endMark,
  }
}
