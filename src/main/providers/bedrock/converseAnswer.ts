import { AppError } from '../../../shared/errors.ts'
import { isObject, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { FinishReason, ReplyEvent } from '../reply.ts'
import { createConverseBlocks } from './converseBlocks.ts'
import { usageOf } from './usageOf.ts'
import { finishReasonOf } from '../anthropic/finishReasonOf.ts'

export interface AnswerReader {
  /** Returns the reply events of one stream event. */
  take: (type: string, json: JsonObject) => ReplyEvent[]
  /** Returns the reply events of a whole answer. Errors: malformedAnswer. */
  takeWhole: (json: JsonObject) => ReplyEvent[]
  /** Returns the last events. Errors: malformedAnswer if the model wrote invalid output. */
  end: () => ReplyEvent[]
  /** Returns the token count of an answer that fails, if the service has told it: it is billed. */
  counted: () => ReplyEvent[]
  /** Returns true once the stop reason has arrived. Little can follow it. */
  finished: () => boolean
  /** Returns true once everything has arrived. */
  endMark: () => boolean
}

/** Reads the events of ConverseStream and the answer of Converse. */
export function createConverseAnswer(): AnswerReader {
  const blocks = createConverseBlocks()
  let stopReason = ''
  let usage: unknown

  function take(type: string, json: JsonObject): ReplyEvent[] {
    switch (type) {
      case 'contentBlockDelta':
        return blocks.delta(json.contentBlockIndex, json.delta)
      case 'contentBlockStart':
        return blocks.start(json.contentBlockIndex, json.start)
      case 'contentBlockStop':
        return blocks.stop(json.contentBlockIndex)
      case 'messageStop':
        stopReason = textOf(json.stopReason) || 'end_turn'
        return []
      case 'metadata':
        // The metadata arrive before or after the stop.
        usage = json.usage ?? usage
        return []
      default:
        // Ignores `messageStart` and future event types.
        return []
    }
  }

  function takeWhole({ output, stopReason: reason, usage: counts }: JsonObject): ReplyEvent[] {
    const message = isObject(output) ? output.message : undefined
    const content: unknown = isObject(message) ? message.content : undefined
    if (!Array.isArray(content))
      throw new AppError('malformedAnswer', 'The answer holds no message')
    stopReason = textOf(reason) || 'end_turn'
    usage = counts ?? {}
    return content.flatMap((block, index) => blocks.whole(index, block))
  }

  function counted(): ReplyEvent[] {
    const total = usageOf(usage)
    return total ? [{ type: 'usage', usage: total }] : []
  }

  function end(): ReplyEvent[] {
    const events = [...blocks.end(), ...counted()]
    events.push({ type: 'finish', reason: toFinishReason(stopReason, blocks.called()) })
    return events
  }

  return {
    take,
    takeWhole,
    end,
    counted,
    finished: () => stopReason !== '',
    endMark: () => stopReason !== '' && usage !== undefined,
  }
}

function toFinishReason(reason: string, called: boolean): FinishReason {
  switch (reason) {
    case 'guardrail_intervened':
    case 'content_filtered':
      return 'contentFilter'
    case 'malformed_model_output':
    case 'malformed_tool_use':
      throw new AppError('malformedAnswer', `The model has failed to write (${reason})`)
    default:
      return finishReasonOf(reason, called)
  }
}
