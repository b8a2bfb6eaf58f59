import { AppError } from '../../../shared/errors.ts'
import { isObject, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { ReplyEvent } from '../reply.ts'
import type { AnswerReader } from '../answer/answerStream.ts'
import { createBlockReader } from './blockReader.ts'
import { createUsageCount } from './usageCount.ts'
import { finishReasonOf } from './finishReasonOf.ts'

/**
 * Reads the events of one or more messages.
 * https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export function createAnswerReader(
  requestId: string | null,
  toError: (error: unknown) => AppError,
): AnswerReader {
  const blocks = createBlockReader()
  let usage = createUsageCount()
  let hasRequestId = requestId !== null
  /** The id of the last message; empty if it has none, undefined before the first. */
  let messageId: string | undefined
  let stopReason = ''
  let explanation = ''
  /** True once a count has come that is more than the beginning's estimate. */
  let hasCount = false
  let called = false
  let stopped = false
  let ended = false

  function take(json: JsonObject, name = ''): ReplyEvent[] {
    // Some servers give only the event's name and no `type`.
    const type = json.type ?? name
    // After the end mark of a message only another message counts.
    if (ended || (stopped && type !== 'message_start')) return []
    switch (type) {
      case 'content_block_delta':
        return blocks.delta(json.index, json.delta)
      case 'content_block_start':
        return start(json.index, json.content_block)
      case 'content_block_stop':
        return blocks.stop(json.index)
      case 'message_start':
        return isObject(json.message) ? takeMessage(json.message) : []
      case 'message_delta':
        takeEnd(isObject(json.delta) ? json.delta : {}, json.usage)
        hasCount ||= isObject(json.usage)
        return []
      case 'message_stop':
        stopped = true
        return []
      case 'message': {
        const events = takeMessage(json)
        stopped = true
        return events
      }
      case 'error':
        throw toError(json.error ?? json)
      default:
        if (isObject(json.error)) throw toError(json.error)
        if (Array.isArray(json.content)) return take({ ...json, type: 'message' })
        // Ignores `ping` and future event types: https://platform.claude.com/docs/en/api/versioning
        return []
    }
  }

  /** Reads the beginning of a message, which some servers send twice, or a whole message. */
  function takeMessage(message: JsonObject): ReplyEvent[] {
    const id = textOf(message.id)
    const events = beginMessage(id)
    if (!hasRequestId && id !== '') events.push({ type: 'request', requestId: id })
    hasRequestId ||= id !== ''
    const content: readonly unknown[] = Array.isArray(message.content) ? message.content : []
    content.forEach((block, index) => events.push(...start(index, block), ...blocks.stop(index)))
    takeEnd(message, message.usage)
    return events
  }

  /** Resets the state for another message. Errors: malformedAnswer. */
  function beginMessage(id: string): ReplyEvent[] {
    const before = messageId
    messageId = id || before || ''
    if (before === undefined) return []
    if (!stopped && stopReason === '') {
      if (id === '' || before === '' || id === before) return []
      throw new AppError('malformedAnswer', 'Another answer begins within one that goes on')
    }
    const events: ReplyEvent[] = [...blocks.end(), ...tellUsage(), { type: 'textEnd' }]
    usage = createUsageCount()
    stopReason = ''
    explanation = ''
    called = false
    stopped = false
    hasCount = false
    return events
  }

  function tellUsage(): ReplyEvent[] {
    const total = usage.total()
    return total ? [{ type: 'usage', usage: total }] : []
  }

  function start(index: unknown, block: unknown): ReplyEvent[] {
    called ||= isObject(block) && block.type === 'tool_use'
    return blocks.start(index, block)
  }

  function takeEnd({ stop_reason: reason, stop_details: details }: JsonObject, counts: unknown) {
    usage.add(counts)
    stopReason = textOf(reason) || stopReason
    if (isObject(details)) explanation = textOf(details.explanation)
  }

  function end(): ReplyEvent[] {
    const events = [...blocks.end(), ...tellUsage()]
    const reason = finishReasonOf(stopReason, called)
    events.push({ type: 'finish', reason, ...(explanation !== '' && { explanation }) })
    return events
  }

  return {
    take,
    counted: () => (hasCount ? tellUsage() : []),
    countLate(json) {
      if (json.type !== 'message_delta' || !isObject(json.usage)) return
      usage.add(json.usage)
      hasCount = true
    },
    rest: () => [],
    end,
    finished: () => stopReason !== '',
    endMark: () => ended || stopped,
    markEnd: () => (ended = true),
    isAnswer: ({ content }) => Array.isArray(content),
  }
}
