import { isObject } from '../../../shared/json.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ReplyEvent } from '../reply.ts'
import type { AnswerReader } from './answerStream.ts'

/** Returns the events of an answer that is there as a whole. Errors: the answer's own, malformedAnswer. */
export function readWholeAnswer(json: unknown, reader: AnswerReader): ReplyEvent[] {
  if (!isObject(json) || !(isObject(json['error']) || reader.isAnswer(json))) {
    throw new AppError('malformedAnswer', 'The answer holds no reply')
  }
  const events = reader.take(json)
  // A whole answer has no end mark.
  reader.markEnd()
  return [...events, ...reader.rest(), ...reader.end()]
}
