import type { AnswerSetup, TakenParameters } from './assistantProfiles.ts'
import { maxStopWords, maxTemperature } from './limits.ts'

/** The values of “Plain”, which add nothing to a request. */
export const plainSetup: AnswerSetup = {
  instructions: '',
  effort: null,
  temperature: null,
  topP: null,
  maxTokens: null,
  stopWords: [],
}

/** The parameters that are offered while nobody knows which a model takes. */
export const everyParameter: TakenParameters = {
  maxTemperature,
  topP: true,
  maxTokens: true,
  maxStopWords,
}
