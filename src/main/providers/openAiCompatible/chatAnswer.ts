import { AppError } from '../../../shared/errors.ts'
import type { Usage } from '../../../shared/chat/parts.ts'
import { isObject, textOf } from '../../../shared/json.ts'
import { maxSubjectLength } from '../../../shared/limits.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { AnswerReader } from '../answer/answerStream.ts'
import { picturesIn } from '../request/contentPictures.ts'
import type { FinishReason, ReplyEvent } from '../reply.ts'
import { chunkSchema, contentParts, saidBy, usageOf } from './chunk.ts'
import type { Chunk, Delta } from './chunk.ts'
import { createReasoningDetails } from './reasoningDetails.ts'
import { createThinkTagReader } from './thinkTagReader.ts'
import { createToolCallReader } from './toolCallReader.ts'
import { createWebCitations } from './webCitations.ts'

type Said = ReturnType<typeof saidBy>

/**
 * Reads the chunks of a Chat Completions answer in all known dialects. `findsUnopened` says whether
 * the model may leave reasoning in the text that only a closing tag shows.
 */
export function createChatAnswer(
  hasRequestId: boolean,
  toError: (error: unknown) => AppError,
  findsUnopened = true,
): AnswerReader {
  const tags = createThinkTagReader({ findsUnopened })
  const calls = createToolCallReader()
  const cite = createWebCitations()
  const details = createReasoningDetails()
  let identified = hasRequestId
  let usage: Usage | undefined
  let finish: string | undefined
  let ended = false
  let heard = false
  let refused = false
  const unknownTypes = new Set<string>()

  function take(json: JsonObject): ReplyEvent[] {
    if (ended) return []
    if (json['error']) {
      // Tokens that the service counted are billed even if the request failed.
      countLate(json)
      throw toError(json['error'])
    }
    const events = identify(json)
    const plain = plainDelta(json)
    if (plain) return [...events, ...say(plain)]
    return [...events, ...takeChunk(parseChunk(json))]
  }

  function identify({ id }: JsonObject): ReplyEvent[] {
    if (identified || typeof id !== 'string' || id === '') return []
    identified = true
    return [{ type: 'request', requestId: id }]
  }

  function takeChunk(chunk: Chunk): ReplyEvent[] {
    // Some servers send running counts. The last one is complete.
    usage = usageOf(chunk) ?? usage
    const choice = chunk.choices?.[0]
    const delta = choice?.delta ?? choice?.message ?? null
    const events = delta ? takeDelta(delta) : []
    events.push(...cite(chunk, delta))
    if (choice?.finish_reason) {
      failFor(choice.finish_reason)
      finish = choice.finish_reason
    }
    return events
  }

  function takeDelta(delta: Delta): ReplyEvent[] {
    details.push(delta.reasoning_details)
    if (delta.refusal) refused = true
    const events = say(saidBy(delta))
    const legacy = delta.function_call
    const named = (delta.tool_calls ?? []).flatMap((call) => call ?? [])
    const all = legacy ? [...named, { index: 0, id: null, function: legacy, custom: null }] : named
    if (all.length > 0) events.push(...details.seal())
    events.push(...calls.push(all), ...contentParts(delta).flatMap(takePart), ...imagesOf(delta))
    if (delta.audio?.data && !heard) {
      heard = true
      events.push({ type: 'warning', warning: { code: 'contentUnknown', subject: 'audio' } })
    }
    return events
  }

  /** Returns the picture of a part; a warning, once for each type, for one that is no text. */
  function takePart(part: ReturnType<typeof contentParts>[number]): ReplyEvent[] {
    const pictures = picturesIn(part)
    const type = part.type ?? ''
    if (pictures.length > 0 || part.text || part.thinking || textTypes.has(type)) return pictures
    if (unknownTypes.has(type)) return []
    unknownTypes.add(type)
    const subject = type.slice(0, maxSubjectLength)
    return [{ type: 'warning', warning: { code: 'contentUnknown', subject } }]
  }

  function say({ text, reasoning }: Said): ReplyEvent[] {
    const thought: ReplyEvent[] = reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }]
    return text === '' ? thought : [...thought, ...details.seal(), ...tags.push(text)]
  }

  function reason(): FinishReason {
    const given = toFinishReason(finish ?? 'stop')
    return given === 'stop' && calls.any() ? 'toolCalls' : given
  }

  function countLate(json: JsonObject): void {
    const chunk = chunkSchema.safeParse(json).data
    usage = (chunk && usageOf(chunk)) ?? usage
  }

  function counted(): ReplyEvent[] {
    return usage ? [{ type: 'usage', usage }] : []
  }

  return {
    take,
    counted,
    countLate,
    rest: () => [...tags.end(), ...(finish === undefined ? [] : calls.end())],
    end: () => [
      ...calls.end(),
      ...details.seal(),
      ...counted(),
      { type: 'finish', reason: reason(), ...(refused && { refused }) },
    ],
    finished: () => finish !== undefined,
    endMark: () => ended,
    markEnd: () => (ended = true),
    isAnswer: ({ choices }) => Array.isArray(choices) && choices.length > 0,
  }
}

/** Returns the text of a simple chunk without the cost of a schema. Most chunks are simple. */
function plainDelta(chunk: JsonObject): Said | undefined {
  const { choices } = chunk
  if (chunk['usage'] || chunk['x_groq'] || chunk['citations'] || chunk['search_results']) {
    return undefined
  }
  if (!Array.isArray(choices) || choices.length !== 1) return undefined
  const choice: unknown = choices[0]
  if (!isObject(choice) || choice['finish_reason'] || !isObject(choice['delta'])) return undefined
  const { delta } = choice
  for (const name in delta) {
    if (!plainFields.has(name) && delta[name] !== null) return undefined
  }
  const { content, reasoning_content: first, reasoning: second } = delta
  if (content !== undefined && content !== null && typeof content !== 'string') return undefined
  return { text: textOf(content), reasoning: textOf(first) || textOf(second) }
}

const plainFields = new Set(['role', 'content', 'reasoning_content', 'reasoning'])

function parseChunk(json: JsonObject): Chunk {
  const chunk = chunkSchema.safeParse(json)
  if (chunk.success) return chunk.data
  throw new AppError('malformedAnswer', 'The answer has an unknown shape', {}, chunk.error)
}

/** Parts without a picture of their own, which may be empty. */
const textTypes = new Set([
  ...['', 'text', 'output_text', 'refusal', 'thinking', 'reasoning', 'reference'],
])

function imagesOf({ images }: Delta): ReplyEvent[] {
  return (images ?? []).flatMap((image) =>
    picturesIn(typeof image === 'string' ? { type: 'image', image } : { ...image, type: 'image' }),
  )
}

function failFor(reason: string): void {
  if (reason === 'error') {
    throw new AppError('serverError', 'The model failed in the middle of the answer')
  }
  if (reason === 'insufficient_system_resource') {
    throw new AppError('overloaded', 'The server had no room to finish the answer')
  }
}

function toFinishReason(reason: string): FinishReason {
  switch (reason.toLowerCase()) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length'
    case 'content_filter':
    case 'content_filtered':
    case 'safety':
    case 'refusal':
      return 'contentFilter'
    case 'tool_calls':
    case 'function_call':
      return 'toolCalls'
    default:
      return 'stop'
  }
}
