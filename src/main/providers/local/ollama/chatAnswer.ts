import { randomUUID } from 'node:crypto'
import type { AppError } from '../../../../shared/errors.ts'
import type { Usage } from '../../../../shared/chat/parts.ts'
import { isObject, objectsOf, textOf } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { createThinkTagReader } from '../../openAiCompatible/thinkTagReader.ts'
import { picturesIn } from '../../request/contentPictures.ts'
import type { FinishReason, ReplyEvent } from '../../reply.ts'
import type { LineAnswer } from './lineAnswer.ts'

export function createChatAnswer(toError: (error: unknown) => AppError): LineAnswer<ReplyEvent> {
  // Models whose template Ollama does not know leave their reasoning in the text.
  const tags = createThinkTagReader()
  let called = false
  let warned = false
  let last: JsonObject | undefined

  function take(json: JsonObject): ReplyEvent[] {
    if (json['error']) throw toError(json['error'])
    if (json['done'] === true) last = json
    const { message } = json
    return isObject(message) ? takeMessage(message) : []
  }

  function takeMessage(message: JsonObject): ReplyEvent[] {
    const events: ReplyEvent[] = []
    const thinking = textOf(message['thinking'])
    if (thinking !== '') events.push({ type: 'reasoning', text: thinking })
    const content = textOf(message['content'])
    if (content !== '') events.push(...tags.push(content))
    if (message['tool_calls']) events.push(...takeCalls(objectsOf(message['tool_calls'])))
    const images: unknown[] = Array.isArray(message['images']) ? message['images'] : []
    events.push(...images.flatMap(takeImage))
    return events
  }

  /** Warns once of pictures that can't be shown. */
  function takeImage(image: unknown): ReplyEvent[] {
    const events = picturesIn({ type: 'image', image })
    const isShown = events.every(({ type }) => type === 'image')
    if (isShown) return events
    if (warned) return []
    warned = true
    return events
  }

  /** Reads calls, which are never split. */
  function takeCalls(calls: readonly JsonObject[]): ReplyEvent[] {
    return calls.flatMap((call): ReplyEvent[] => {
      const asked = call['function']
      if (!isObject(asked)) return []
      called = true
      const given = asked['arguments']
      return [
        {
          type: 'toolCall',
          id: textOf(call['id']) || `call_${randomUUID()}`,
          name: textOf(asked['name']),
          arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
        },
      ]
    })
  }

  function reason(): FinishReason {
    if (last?.['done_reason'] === 'length') return 'length'
    return called ? 'toolCalls' : 'stop'
  }

  return {
    take,
    rest: () => tags.end(),
    end: () => {
      const usage = usageOf(last)
      return [
        ...(usage ? [{ type: 'usage' as const, usage }] : []),
        { type: 'finish', reason: reason() },
      ]
    },
    done: () => last !== undefined,
  }
}

/**
 * Returns undefined unless both counts are present. Older versions omit the prompt's count if it is
 * cached.
 */
function usageOf(json: JsonObject | undefined): Usage | undefined {
  const inputTokens = json?.['prompt_eval_count']
  const outputTokens = json?.['eval_count']
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined
  return { inputTokens, outputTokens }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
