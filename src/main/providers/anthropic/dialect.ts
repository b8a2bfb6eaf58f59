import type { Anthropic } from '@anthropic-ai/sdk'
import { isObject } from '../../../shared/json.ts'
import { isAboutOneFile, refusalOfPart } from '../errors/contentRefusals.ts'

export type ThinkingType = 'adaptive' | 'enabled' | 'disabled'

/**
 * The parameters that a model on a server accepts, learned from the list of models and from
 * refusals.
 */
export interface Dialect {
  /** The types of thinking that were refused or that the list of models excludes. */
  refusedThinking: ReadonlySet<ThinkingType>
  effort: boolean
  answerFormat: boolean
  parallelTools: boolean
  citations: boolean
  /** False if blocks of type `document` are refused: PDFs, and texts in a block of their own. */
  documents: boolean
  images: boolean
  cachePoints: boolean
  temperature: boolean
  topP: boolean
  stopWords: boolean
  outputTokensMaximum?: number | undefined
}

export const fullDialect: Dialect = {
  refusedThinking: new Set(),
  effort: true,
  answerFormat: true,
  parallelTools: true,
  citations: true,
  documents: true,
  images: true,
  cachePoints: true,
  temperature: true,
  topP: true,
  stopWords: true,
}

/** Fields that the API still takes for some models, although the package has dropped them. */
export interface SamplingFields {
  temperature?: number
  top_p?: number
}

type Body = Pick<
  Anthropic.MessageCreateParams,
  'thinking' | 'output_config' | 'tool_choice' | 'messages' | 'system' | 'tools' | 'stop_sequences'
> &
  SamplingFields & { max_tokens?: number }

/**
 * Returns the dialect to retry with after a refusal; undefined if the refusal has another cause.
 */
export function adaptDialect(dialect: Dialect, body: Body, answer: string): Dialect | undefined {
  const limit = outputLimitOf(body, answer)
  if (limit !== undefined) return { ...dialect, outputTokensMaximum: limit }
  const { thinking, output_config: output } = body
  const type = thinking?.type
  if (type !== undefined && type !== 'between_tools' && refusesThinking(type, answer)) {
    return { ...dialect, refusedThinking: new Set([...dialect.refusedThinking, type]) }
  }
  if (output?.effort && /\beffort\b|output_config(?!\.format)/.test(answer)) {
    return { ...dialect, effort: false }
  }
  if (body.top_p !== undefined && /\btop_p\b/.test(answer)) return { ...dialect, topP: false }
  if (body.temperature !== undefined && /\btemperature\b/.test(answer)) {
    return { ...dialect, temperature: false }
  }
  if (
    body.stop_sequences &&
    /stop_sequences[^.]*(?:not |un)(?:support|permit|known)/.test(answer)
  ) {
    return { ...dialect, stopWords: false }
  }
  if (/cache_control/.test(answer) && dialect.cachePoints) return { ...dialect, cachePoints: false }
  if (/citations/i.test(answer) && dialect.citations) return { ...dialect, citations: false }
  if (output?.format && /output_config|json_schema|structured output|\bschema\b/i.test(answer)) {
    return { ...dialect, answerFormat: false }
  }
  const choice = body.tool_choice
  const serial = choice?.type === 'auto' && choice.disable_parallel_tool_use
  if (serial && /disable_parallel_tool_use/.test(answer)) {
    return { ...dialect, parallelTools: false }
  }
  return withoutRefusedBlocks(dialect, body, answer)
}

const noVision = /not a (?:multi-?modal|vision)|that support images?\b/i
const refusalsOf = {
  document: refusalOfPart('document|pdf|file', 'pdfs?|documents?|files?'),
  image: refusalOfPart('image', 'images?|pictures?|vision|multi-?modal'),
} as const
/** Services that take only text, and say so without naming a type of block. */
const unnamedRefusal =
  /(?:unsupported|unknown|invalid) (?:content|part|block)(?: block| part)?(?:\[\])?\.?(?: type)?\b|only (?:supports? )?text\b|content(?:\S{0,30})? (?:must be a|input should be a valid) string/i

/**
 * Returns the dialect without the kind of block that the service refuses. A refusal that names no
 * kind costs the documents first, because more services take pictures.
 */
export function withoutRefusedBlocks(
  dialect: Dialect,
  { messages }: Pick<Body, 'messages'>,
  answer: string,
): Dialect | undefined {
  if (isAboutOneFile(answer)) return undefined
  const sent = typesIn(messages)
  const isRefused = (type: 'document' | 'image') => sent.has(type) && refusalsOf[type].test(answer)
  if (isRefused('image') || (sent.has('image') && noVision.test(answer)))
    return { ...dialect, images: false }
  if (isRefused('document')) return { ...dialect, documents: false }
  if (!unnamedRefusal.test(answer)) return undefined
  if (sent.has('document')) return { ...dialect, documents: false }
  return sent.has('image') ? { ...dialect, images: false } : undefined
}

/** Returns the types of all blocks, also of those within results of tools. */
function typesIn(content: unknown): Set<unknown> {
  if (!Array.isArray(content)) return new Set()
  return new Set(
    content.filter(isObject).flatMap((block) => [block['type'], ...typesIn(block['content'])]),
  )
}

/** The turn itself does not allow thinking. This says nothing about the model. */
const aboutTheTurn = /start with a thinking|expected .?thinking/i
const aboutEarlierTurns = /signature|cannot be modified/i

function refusesThinking(type: ThinkingType, answer: string): boolean {
  if (aboutTheTurn.test(answer) || aboutEarlierTurns.test(answer)) return false
  if (/thinking|budget_tokens/i.test(answer)) return true
  return type === 'adaptive' && /\badaptive\b/i.test(answer)
}

/**
 * Returns the limit named by a refusal of `max_tokens`: the largest number in the answer below the
 * requested one. Example: `max_tokens: 32000 > 4096, which is the maximum allowed number of output
 * tokens`.
 */
function outputLimitOf({ max_tokens: asked = 0 }: Body, answer: string): number | undefined {
  if (!/max_tokens/.test(answer) || /budget_tokens/.test(answer) || isTooLong(answer)) {
    return undefined
  }
  const numbers = answer.match(/(?<![\w.-])\d+(?![\w.-]*\w)/g) ?? []
  const smaller = numbers.map(Number).filter((number) => number > 0 && number < asked)
  return smaller.length > 0 ? Math.max(...smaller) : undefined
}

/** Matches `input length and max_tokens exceed context limit: 190000 + 64000 > 200000`. */
const sumPattern = /context limit:\s*(\d+)\s*\+\s*\d+\s*>\s*(\d+)/

function isTooLong(answer: string): boolean {
  return /exceed.{0,3} context limit/.test(answer)
}

/** Returns the tokens left for an answer after a long prompt, if the refusal names them. */
export function roomLeft(answer: string): number | undefined {
  const [, input, limit] = sumPattern.exec(answer) ?? []
  const room = Number(limit) - Number(input)
  return room > 0 ? room : undefined
}

/**
 * Returns true if the service refused earlier reasoning, for example reasoning by another service.
 */
export function refusesReasoning(answer: string): boolean {
  return /thinking/.test(answer) && aboutEarlierTurns.test(answer)
}

/** Returns true if thinking can't be enabled in the middle of a turn that began without it. */
export function refusesThinkingNow(answer: string): boolean {
  return aboutTheTurn.test(answer)
}
