import { chooseSampling, type SamplingRules } from '../request/sampling.ts'
import type { ReplyRequest } from '../reply.ts'
import type { Dialect } from './dialect.ts'

/** Models that take neither a temperature nor top-p. */
const choosesTokensItself = /claude-(?:opus-4-[7-9]|(?:opus|sonnet|haiku|fable|mythos)-[5-9])/
const maxStopWords = 16

/**
 * Returns what a model takes. Thinking excludes a temperature and top-p, and newer models refuse
 * them together.
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
export function samplingRules(
  modelId: string,
  dialect: Pick<Dialect, 'temperature' | 'topP' | 'stopWords'>,
  thinks: boolean,
): SamplingRules {
  const isFixed = thinks || choosesTokensItself.test(modelId)
  return {
    maxTemperature: dialect.temperature && !isFixed ? 1 : null,
    topP: dialect.topP && !isFixed,
    maxTokens: true,
    maxStopWords: dialect.stopWords ? maxStopWords : 0,
    both: false,
  }
}

/** Returns the fields of a body, and the parameters that are not sent. */
export function samplingOf(request: ReplyRequest, rules: SamplingRules) {
  const { temperature, topP, stopWords, dropped } = chooseSampling(request, rules)
  return {
    dropped,
    fields: {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
      ...(stopWords && { stop_sequences: stopWords }),
    },
  }
}
