import { AppError } from '../../../shared/errors.ts'
import type { FinishReason, ReplyEvent } from '../provider.ts'
import { isObject, textOf } from '../jsonObject.ts'
import type { JsonObject } from '../jsonObject.ts'
import { createConverseBlocks } from './converseBlocks.ts'
import { usageOf } from './usage.ts'

export interface AnswerReader {
  /** What an event adds. */
  take: (type: string, json: JsonObject) => ReplyEvent[]
  /** What a whole answer holds. Errors: malformedAnswer for anything else. */
  takeWhole: (json: JsonObject) => ReplyEvent[]
  /** What is left to say at the end. Errors: malformedAnswer where the model has failed to write. */
  end: () => ReplyEvent[]
  /** Whether the reason of the end has come, after which little is to come. */
  finished: () => boolean
  /** Whether all has come. */
  endMark: () => boolean
}

/** The events of ConverseStream, and the answer of Converse. */
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
        // It comes before the stop or after it.
        usage = json.usage ?? usage
        return []
      default:
        // `messageStart`, and what may yet be added.
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

  function end(): ReplyEvent[] {
    const events = blocks.end()
    const total = usageOf(usage)
    if (total) events.push({ type: 'usage', usage: total })
    events.push({ type: 'finish', reason: toFinishReason(stopReason, blocks.called()) })
    return events
  }

  return {
    take,
    takeWhole,
    end,
    finished: () => stopReason !== '',
    endMark: () => stopReason !== '' && usage !== undefined,
  }
}

function toFinishReason(reason: string, called: boolean): FinishReason {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'tool_use':
      return 'toolCalls'
    case 'guardrail_intervened':
    case 'content_filtered':
    case 'refusal':
      return 'contentFilter'
    case 'pause_turn':
      return 'pause'
    case 'malformed_model_output':
    case 'malformed_tool_use':
      throw new AppError('malformedAnswer', `The model has failed to write (${reason})`)
    default:
      return called ? 'toolCalls' : 'stop'
  }
}
