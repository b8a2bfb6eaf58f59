import type { ConverseStreamCommandInput } from '@aws-sdk/client-bedrock-runtime'
import { adaptDialect as adaptThinking, fullDialect as fullThinking } from '../anthropic/dialect.ts'
import type { Dialect as ThinkingDialect } from '../anthropic/dialect.ts'

/** The fields in which models accept the reasoning effort, in the order of trying. */
const effortFields = ['outputConfig', 'reasoning_effort', 'reasoningConfig'] as const
export type EffortField = (typeof effortFields)[number]

/**
 * The parameters that a model accepts. Learned from refusals, because the API does not list them.
 */
export interface Dialect {
  system: boolean
  images: boolean
  documents: boolean
  tools: boolean
  streaming: boolean
  cachePoints: boolean
  answerFormat: boolean
  temperature: boolean
  topP: boolean
  stopWords: boolean
  /** Null if the model accepts none of them. */
  effortField: EffortField | null
  outputTokensMaximum: number
  /** For models with the Messages API. */
  thinking: ThinkingDialect
}

export const fullDialect: Dialect = {
  system: true,
  images: true,
  documents: true,
  tools: true,
  streaming: true,
  cachePoints: true,
  answerFormat: true,
  temperature: true,
  topP: true,
  stopWords: true,
  effortField: effortFields[0],
  outputTokensMaximum: Number.POSITIVE_INFINITY,
  thinking: fullThinking,
}

const formatPattern =
  /output.?config|text.?format|json.?schema|structured output|additionalProperties/i
const effortPattern = /effort|reasoning.?config|outputConfig|extraneous/i
const noSupport = /(?:n.t|not) (?:support|allow|permit)|unsupported|extraneous/i

/**
 * Matches `This model doesn't support …`, but not a wrong size or a damaged file, which say nothing
 * about the model.
 */
function lacks(answer: string, what: string): boolean {
  return new RegExp(`(?:n.t|not) support\\b[^.]*\\b${what}\\b(?! (?:format|type|size))`, 'i').test(
    answer,
  )
}

/**
 * Returns the dialect to retry with after a refusal; undefined if the refusal has another cause.
 */
export function adaptDialect(
  dialect: Dialect,
  input: ConverseStreamCommandInput,
  answer: string,
): Dialect | undefined {
  const limit = outputLimitIn(answer, input.inferenceConfig?.maxTokens)
  if (limit !== undefined) return { ...dialect, outputTokensMaximum: limit }
  const sampling = adaptSampling(dialect, input, answer)
  if (sampling) return sampling
  const adapted = adaptEffort(dialect, input, answer)
  if (adapted) return adapted
  if (input.outputConfig?.textFormat && formatPattern.test(answer)) {
    return { ...dialect, answerFormat: false }
  }
  if (!noSupport.test(answer)) return undefined
  if (hasCachePoints(input) && /cach(?:e|ing)/i.test(answer)) {
    return { ...dialect, cachePoints: false }
  }
  if (input.system && lacks(answer, 'system (?:messages?|prompts?)')) {
    return { ...dialect, system: false }
  }
  if (dialect.streaming && /\bstream(?:ing)?\b/i.test(answer)) {
    return { ...dialect, streaming: false }
  }
  if (input.toolConfig && lacks(answer, 'tools?')) return { ...dialect, tools: false }
  if (has(input, 'image') && lacks(answer, 'images?')) return { ...dialect, images: false }
  if (has(input, 'document') && lacks(answer, 'documents?')) return { ...dialect, documents: false }
  return undefined
}

/**
 * Returns true if the service refused earlier reasoning, for example reasoning by another model.
 */
export function refusesReasoning(answer: string): boolean {
  return /reasoning.?(?:content|text)|thinking.*(?:signature|block)|signature.*thinking/i.test(
    answer,
  )
}

export function hasReasoning({ messages = [] }: ConverseStreamCommandInput): boolean {
  return messages.some(({ content = [] }) => content.some((block) => block.reasoningContent))
}

/** Returns the dialect without a parameter that the refusal names. */
function adaptSampling(
  dialect: Dialect,
  { inferenceConfig: sent }: ConverseStreamCommandInput,
  answer: string,
): Dialect | undefined {
  if (sent?.topP !== undefined && /\btop_?p\b/i.test(answer)) return { ...dialect, topP: false }
  if (sent?.temperature !== undefined && /\btemperature\b/i.test(answer)) {
    return { ...dialect, temperature: false }
  }
  if (sent?.stopSequences && /stop.?sequences?/i.test(answer) && noSupport.test(answer)) {
    return { ...dialect, stopWords: false }
  }
  return undefined
}

function adaptEffort(
  dialect: Dialect,
  {
    additionalModelRequestFields: fields,
    outputConfig,
    inferenceConfig,
  }: ConverseStreamCommandInput,
  answer: string,
): Dialect | undefined {
  if (isFields(fields) && isThinking(fields['thinking'])) {
    const thinking = adaptThinking(
      dialect.thinking,
      {
        thinking: fields['thinking'],
        messages: [],
        max_tokens: inferenceConfig?.maxTokens ?? 0,
        ...(outputConfig?.effort !== undefined && { output_config: { effort: 'high' } }),
      },
      answer,
    )
    return thinking && { ...dialect, thinking }
  }
  const { effortField } = dialect
  if (effortField === null || !effortPattern.test(answer)) return undefined
  const inFields = isFields(fields) && effortField in fields
  if (outputConfig?.effort === undefined && !inFields) return undefined
  const next = effortFields[effortFields.indexOf(effortField) + 1] ?? null
  return { ...dialect, effortField: next }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type ThinkingParam = NonNullable<Parameters<typeof adaptThinking>[1]['thinking']>

function isThinking(value: unknown): value is ThinkingParam {
  return isFields(value) && typeof value['type'] === 'string'
}

function has({ messages = [] }: ConverseStreamCommandInput, kind: 'image' | 'document'): boolean {
  return messages.some(({ content = [] }) => content.some((block) => block[kind]))
}

function hasCachePoints({ system = [], messages = [] }: ConverseStreamCommandInput): boolean {
  const blocks = [...system, ...messages.flatMap(({ content = [] }) => content)]
  return blocks.some((block) => block.cachePoint)
}

/**
 * Returns the limit named by a refusal such as `The maximum tokens you requested exceeds the model
 * limit of 4096`.
 */
function outputLimitIn(answer: string, asked = 0): number | undefined {
  const named = /(?:model limit of|less than or equal to|lower than|maximum value of) (\d+)/i
  const limit = Number(/max(?:imum)?.?tokens/i.test(answer) && named.exec(answer)?.[1])
  return limit > 0 && limit < asked ? limit : undefined
}
