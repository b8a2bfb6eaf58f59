import type { AnswerParameters } from '../../../shared/assistantProfiles.ts'
import type { ReasoningEffort } from '../../../shared/models.ts'
import type { ReplyRequest } from '../../providers/reply.ts'

/** Fields of a request for what the user has set. What is not set is not sent. */
export type RequestFields = Pick<
  ReplyRequest,
  'effort' | 'temperature' | 'topP' | 'outputTokensMaximum' | 'stopWords'
>

export interface RequestFieldsOptions {
  effort: () => ReasoningEffort
  /** Returns what the user has set for a chat's answers; by default nothing. */
  parameters?: (conversationId: string) => AnswerParameters
}

/** Returns the fields for a chat, whose own effort goes before the one of the settings. */
export function requestFields(
  conversationId: string,
  { effort, parameters }: RequestFieldsOptions,
): RequestFields {
  const chosen = parameters?.(conversationId)
  const wanted = chosen?.effort ?? effort()
  return { ...(wanted !== 'auto' && { effort: wanted }), ...(chosen && setFields(chosen)) }
}

function setFields({ temperature, topP, maxTokens, stopWords }: AnswerParameters): RequestFields {
  return {
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    ...(maxTokens !== null && { outputTokensMaximum: maxTokens }),
    ...(stopWords.length > 0 && { stopWords }),
  }
}
