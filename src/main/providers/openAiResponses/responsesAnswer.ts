import { AppError } from '../../../shared/errors.ts'
import type { Usage } from '../../../shared/chat/parts.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { AnswerReader } from '../answer/answerStream.ts'
import type { PictureUsage } from '../../../shared/media/hostedPictures.ts'
import type { FinishReason, ReplyEvent } from '../reply.ts'
import { createItemReader, placeOf } from './itemReader.ts'
import {
  eventSchema,
  itemSchema,
  pictureUsageOf,
  responseSchema,
  usageOf,
} from './responseItems.ts'
import type { ResponseEvent } from './responseItems.ts'

/** Reads the events of one or more Responses answers. */
export function createResponsesAnswer(
  hasRequestId: boolean,
  toError: (error: unknown) => AppError,
): AnswerReader {
  const items = createItemReader()
  let identified = hasRequestId
  let usage: Usage | undefined
  let pictures: PictureUsage | undefined
  let finish: FinishReason | undefined
  let ended = false
  /** The index of the item that last sent text, if its events have an index. */
  let textIndex: number | null = null

  function take(json: JsonObject): ReplyEvent[] {
    if (ended) return []
    // Nearly all events are text deltas. A schema for each would cost more than everything else.
    if (json['type'] === 'response.output_text.delta' && json['output_index'] === textIndex) {
      const { delta } = json
      return typeof delta === 'string' && delta !== '' ? [{ type: 'text', text: delta }] : []
    }
    if (json['type'] === 'error' || (json['error'] && json['type'] === undefined)) {
      throw toError(json['error'] ?? json)
    }
    if (json['type'] === undefined || json['object'] === 'response') return takeWhole(json)
    const event = eventSchema.safeParse(json)
    return event.success ? takeEvent(event.data) : []
  }

  function takeEvent(event: ResponseEvent): ReplyEvent[] {
    switch (event.type) {
      case 'response.created':
        finish = undefined
        textIndex = null
        items.reset()
        return [...tellUsage(), ...identify(event.response?.id)]
      case 'response.output_item.added':
        return event.item ? items.begin(event.item, placeOf(event)) : []
      case 'response.output_item.done':
        return event.item ? items.finish(event.item, placeOf(event)) : []
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return takeConclusion(event.response)
      case 'response.output_text.delta':
        textIndex = event.output_index ?? null
        return items.delta(event)
      default:
        return items.delta(event)
    }
  }

  function identify(id: string | null | undefined): ReplyEvent[] {
    if (identified || !id) return []
    identified = true
    return [{ type: 'request', requestId: id }]
  }

  function takeWhole(json: JsonObject): ReplyEvent[] {
    const response = responseSchema.safeParse(json).data
    if (!response) throw new AppError('malformedAnswer', 'The answer has an unknown shape')
    return [...identify(response.id), ...takeConclusion(response)]
  }

  function takeConclusion(response: ResponseEvent['response']): ReplyEvent[] {
    const output = (response?.output ?? []).flatMap((item) => itemSchema.safeParse(item).data ?? [])
    const events = items.conclude(output)
    conclude(response)
    return events
  }

  /** Returns the usage. Each of several answers has its own count. */
  function tellUsage(): ReplyEvent[] {
    const counted = usage ?? (pictures && { inputTokens: 0, outputTokens: 0 })
    const told: ReplyEvent[] = counted
      ? [{ type: 'usage', usage: counted, ...(pictures && { pictures }) }]
      : []
    usage = undefined
    pictures = undefined
    return told
  }

  function conclude(response: ResponseEvent['response']): void {
    pictures = pictureUsageOf(response?.tool_usage) ?? pictures
    // Tokens that the service counted are billed even if the request failed.
    usage = usageOf(response?.usage) ?? usage
    if (response?.error) throw toError(response.error)
    if (response?.status === 'failed') {
      throw new AppError('serverError', 'The model failed in the middle of the answer')
    }
    if (response?.status === 'cancelled') {
      throw new AppError('streamBroken', 'The service has cancelled the answer')
    }
    const reason = response?.incomplete_details?.reason
    if (reason === 'content_filter') finish = 'contentFilter'
    else if (reason) finish = 'length'
    else finish = items.called() ? 'toolCalls' : 'stop'
  }

  /** OpenAI sends `response.failed`, with the count, after its `error`. */
  function countLate(json: JsonObject): void {
    const response = eventSchema.safeParse(json).data?.response
    usage = usageOf(response?.usage) ?? usage
    pictures = pictureUsageOf(response?.tool_usage) ?? pictures
  }

  return {
    take,
    counted: tellUsage,
    countLate,
    rest: () => [],
    end: () => [
      ...tellUsage(),
      { type: 'finish', reason: finish ?? 'stop', ...(items.refused() && { refused: true }) },
    ],
    finished: () => finish !== undefined,
    endMark: () => ended,
    markEnd: () => (ended = true),
    isAnswer: ({ output }) => Array.isArray(output),
  }
}
