import type { TakenParameters } from '../../../shared/assistantProfiles.ts'
import type { ReplyRequest } from '../reply.ts'

/** The parameters of a provider that is no language model. */
export const noParameters: TakenParameters = {
  maxTemperature: null,
  topP: false,
  maxTokens: false,
  maxStopWords: 0,
}

/** The parameters that a model takes for the choice of its tokens. */
export interface SamplingRules extends TakenParameters {
  /** False if a temperature and top-p must not come together. */
  both: boolean
}

interface Sampling {
  temperature?: number
  topP?: number
  stopWords?: string[]
  /** The parameters that the user has set and that are not sent. */
  dropped: string[]
}

/** Returns the parameters of a request that its model takes. Of two that exclude each other, the temperature is sent. */
export function chooseSampling(
  { temperature, topP, stopWords = [] }: ReplyRequest,
  rules: SamplingRules,
): Sampling {
  const takesTemperature = temperature !== undefined && temperature <= (rules.maxTemperature ?? -1)
  const takesTopP = topP !== undefined && rules.topP && (rules.both || !takesTemperature)
  const takesStop = stopWords.length > 0 && rules.maxStopWords > 0
  return {
    ...(takesTemperature && { temperature }),
    ...(takesTopP && { topP }),
    ...(takesStop && { stopWords: [...stopWords] }),
    dropped: [
      ...(temperature !== undefined && !takesTemperature ? ['temperature'] : []),
      ...(topP !== undefined && !takesTopP ? ['topP'] : []),
      ...(stopWords.length > 0 && !takesStop ? ['stopWords'] : []),
    ],
  }
}
