import type { ReplyRequest } from '../reply.ts'
import type { Endpoint, RefusableOption, Refused } from './dialect.ts'

/** OpenAI's reasoning models, under any gateway's prefix: `o3`, `gpt-5.1`, `openai/gpt-6`. */
const reasoningModel = /(?:^|\/)(?:o[1-9]|gpt-[5-9])(?:\.\d+)?(?:-(?!chat)|$)/
/** Reasoning models that take a temperature and top-p while they don't reason. */
const samplesWithoutEffort = /(?:^|\/)gpt-5\.[12](?:-|$)/

/**
 * Returns the parameters that a model or an endpoint never takes. Learning them by refusals would
 * cost each chat a request.
 */
export function unsupportedParameters(
  endpoint: Endpoint,
  { modelId, effort }: Pick<ReplyRequest, 'modelId' | 'effort'>,
): Refused {
  const refused = new Set<RefusableOption>()
  // The Responses API has no field for stop words.
  if (endpoint === 'responses') refused.add('stopWords')
  if (!reasoningModel.test(modelId)) return refused
  refused.add('stopWords')
  const samples = effort === 'none' && samplesWithoutEffort.test(modelId)
  return samples ? refused : refused.add('temperature').add('topP')
}
