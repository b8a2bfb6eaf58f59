import { samplingRules } from '../anthropic/sampling.ts'
import type { SamplingRules } from '../request/sampling.ts'
import type { Dialect } from './dialect.ts'
import { speaksMessages } from './messagesBody.ts'

const maxStopWords = 16

/**
 * Returns what a model takes in `inferenceConfig`, whose temperature goes up to 1.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html
 */
export function converseRules(modelId: string, dialect: Dialect, thinks: boolean): SamplingRules {
  if (speaksMessages(modelId)) return samplingRules(modelId, dialect, thinks)
  return {
    maxTemperature: dialect.temperature ? 1 : null,
    topP: dialect.topP,
    maxTokens: true,
    maxStopWords: dialect.stopWords ? maxStopWords : 0,
    both: true,
  }
}
