import type { ErrorCode } from '../../../shared/errors.ts'
import { maxPatternLength } from './errorAnswer.ts'
import type { Answer } from './errorAnswer.ts'
import { limitOf } from './limitReached.ts'
import { saysTooLong } from './tooLong.ts'

const retiredPattern =
  /decommissioned|end.of.life|\bmodels?\b(?:[^.]|\.(?=\S)){0,160}?(?:(?:has been|was|is|are) (?:deprecated|retired|discontinued|shut ?down)|no longer (?:available|supported))/i
const missingModelPattern =
  /model(?:[^.]|\.(?=\S))*?(?:not found|does not exist|doesn't exist|not exist|not loaded|unknown|unavailable|no such)|(?:unknown|invalid|no such|not a valid|unsupported) model|model_not_found|invalid_model|not a valid model/i
/**
 * A model without a chat template, or one that only continues texts. Ollama's “does not support chat”
 * is about models that only embed.
 */
const onlyCompletesPattern =
  /not a chat model|must provide a chat template|(?:no|missing|without a) chat.template|chat template (?:is )?(?:not (?:found|set|defined)|missing)/i
const keyPattern =
  /(?:invalid|incorrect|missing|expired|no) api.?key|api.?key (?:not valid|is invalid|expired|not found)|invalid_api_key/i
const filterPattern =
  /content.?filter|content.?policy|content management policy|responsible.?ai|flagged|safety system|moderation_blocked/i

/** Returns the error code for an unsuccessful response. */
export function codeOfStatus(status: number, answer: Answer): ErrorCode {
  const said = `${answer.code} ${answer.type} ${answer.message}`.slice(0, maxPatternLength)
  if (status >= 400 && status < 500) {
    const byText = codeOfText(status, said, answer)
    if (byText) return byText
  }
  switch (status) {
    case 401:
      return 'keyRefused'
    case 402:
      return 'quotaExhausted'
    case 403:
      return 'permissionDenied'
    case 404:
      return answer.isJson ? 'notFound' : 'notAnApi'
    case 408:
    case 504:
      return 'timeout'
    case 409:
      return 'conflict'
    case 413:
      return 'contextTooLong'
    case 422:
      return 'unprocessable'
    case 429:
      return 'rateLimited'
    case 503:
    case 529:
      return 'overloaded'
    default:
      if (status >= 500) return saysTooLong(said) ? 'contextTooLong' : 'serverError'
      return answer.isJson && status >= 400 ? 'badRequest' : 'notAnApi'
  }
}

function codeOfText(status: number, said: string, answer: Answer): ErrorCode | undefined {
  const isPaid = (): boolean => limitOf(answer) === 'money'
  if (status === 429 || status === 402 || status === 403) {
    return isPaid() ? 'quotaExhausted' : undefined
  }
  // Perplexity refuses a key without credit.
  if (status === 401) return /insufficient_quota/.test(said) ? 'quotaExhausted' : undefined
  if (retiredPattern.test(said) && /model/i.test(said)) return 'modelRetired'
  if (saysTooLong(said)) return 'contextTooLong'
  if (onlyCompletesPattern.test(said)) return 'onlyCompletes'
  if (keyPattern.test(said)) return 'keyRefused'
  if (missingModelPattern.test(said)) return 'modelNotFound'
  if (filterPattern.test(said)) return 'contentFiltered'
  return isPaid() ? 'quotaExhausted' : undefined
}
