import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { text } from '../answer/answerFields.ts'
import { readWholeAnswer } from '../answer/wholeAnswer.ts'
import { batchRefusal } from '../errors/batchRefusal.ts'
import { fromErrorObject, fromStatus } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { createResponsesAnswer } from '../openAiResponses/responsesAnswer.ts'
import type { ReplyEvent } from '../reply.ts'
import type { BatchResult } from '../requestBatches.ts'
import { createChatAnswer } from './chatAnswer.ts'

const lineSchema = z.object({
  custom_id: z.string(),
  response: z
    .object({ status_code: z.number().nullish().catch(null), body: z.unknown().optional() })
    .nullish()
    .catch(null),
  error: z.object({ code: text, message: text }).nullish().catch(null),
})

/** Returns the result of a request, as services write it into a line or an item; null is unreadable. */
export function toBatchResult(json: JsonObject | null, context: ErrorContext): BatchResult {
  const line = lineSchema.safeParse(json)
  if (!line.success) return { type: 'unreadable' }
  const { custom_id: customId, response, error } = line.data
  if (error?.code === 'batch_expired') return { type: 'expired', customId }
  if (error?.code === 'batch_cancelled') return { type: 'cancelled', customId }
  const status = response?.status_code ?? (response ? 200 : 0)
  try {
    if (error || !response || status === 0) {
      throw batchRefusal(error?.code ?? '', error?.message ?? '', context)
    }
    if (status >= 300) {
      throw fromStatus(status, JSON.stringify(response.body ?? ''), new Headers(), context)
    }
    return { type: 'answered', customId, events: eventsOf(response.body, context) }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    return { type: 'failed', customId, error: failure }
  }
}

/** Reads an answer of Chat Completions or Responses, which tell themselves apart. */
function eventsOf(body: unknown, context: ErrorContext): ReplyEvent[] {
  const toError = (error: unknown) => fromErrorObject(error, new Headers(), context)
  const chat = createChatAnswer(true, toError)
  const isResponse = z.object({ output: z.array(z.unknown()) }).safeParse(body).success
  return readWholeAnswer(body, isResponse ? createResponsesAnswer(true, toError) : chat)
}
