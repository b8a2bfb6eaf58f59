import type { Anthropic } from '@anthropic-ai/sdk'

export type ThinkingType = 'adaptive' | 'enabled' | 'disabled'

/** What a model on a server takes; learnt from the list of models and from refusals. */
export interface Dialect {
  /** The ways of thinking that were refused, or that the list of models rules out. */
  refusedThinking: ReadonlySet<ThinkingType>
  effort: boolean
  answerFormat: boolean
  parallelTools: boolean
  citations: boolean
  cachePoints: boolean
  outputTokensMaximum?: number | undefined
}

export const fullDialect: Dialect = {
  refusedThinking: new Set(),
  effort: true,
  answerFormat: true,
  parallelTools: true,
  citations: true,
  cachePoints: true,
}

type Body = Pick<
  Anthropic.MessageCreateParams,
  'thinking' | 'output_config' | 'tool_choice' | 'messages' | 'system' | 'tools'
> & { max_tokens?: number }

/** The dialect to try after a refusal, or undefined where the refusal is about something else. */
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
  return undefined
}

/** A turn that thinking can't be switched on for says nothing of the model. */
const aboutTheTurn = /start with a thinking|expected .?thinking/i
const aboutEarlierTurns = /signature|cannot be modified/i

function refusesThinking(type: ThinkingType, answer: string): boolean {
  if (aboutTheTurn.test(answer) || aboutEarlierTurns.test(answer)) return false
  if (/thinking|budget_tokens/i.test(answer)) return true
  return type === 'adaptive' && /\badaptive\b/i.test(answer)
}

/**
 * The limit that a refusal of `max_tokens` names: the largest number in it below what was asked
 * for. Such as `max_tokens: 32000 > 4096, which is the maximum allowed number of output tokens`.
 */
function outputLimitOf({ max_tokens: asked = 0 }: Body, answer: string): number | undefined {
  if (!/max_tokens/.test(answer) || /budget_tokens/.test(answer) || isTooLong(answer)) {
    return undefined
  }
  const numbers = answer.match(/(?<![\w.-])\d+(?![\w.-]*\w)/g) ?? []
  const smaller = numbers.map(Number).filter((number) => number > 0 && number < asked)
  return smaller.length > 0 ? Math.max(...smaller) : undefined
}

/** `input length and max_tokens exceed context limit: 190000 + 64000 > 200000`. */
const sumPattern = /context limit:\s*(\d+)\s*\+\s*\d+\s*>\s*(\d+)/

export function isTooLong(answer: string): boolean {
  return /exceed.{0,3} context limit/.test(answer)
}

/** The room for an answer that is left beside a long prompt, where a refusal tells. */
export function roomLeft(answer: string): number | undefined {
  const [, input, limit] = sumPattern.exec(answer) ?? []
  const room = Number(limit) - Number(input)
  return room > 0 ? room : undefined
}

/** Whether earlier reasoning was refused, as that of another service is. */
export function refusesReasoning(answer: string): boolean {
  return /thinking/.test(answer) && aboutEarlierTurns.test(answer)
}

/** Whether it can't think in the middle of a turn that began without. */
export function refusesThinkingNow(answer: string): boolean {
  return aboutTheTurn.test(answer)
}
