import { z } from 'zod'
import type { ErrorCode } from '../../shared/errors.ts'
import { parseJson } from '../../shared/json.ts'
import { saysTooLong } from './tooLong.ts'

/** The content of an error's body, in any of the known formats. */
export interface Answer {
  message: string
  code: string
  type: string
  /** False for a web page or other text. */
  isJson: boolean
}

const text = z.union([z.string(), z.number()]).transform(String).nullish().catch(null)
const errorObject = z.object({
  message: text,
  code: text,
  type: text,
  status: text,
  detail: z.unknown().optional(),
  metadata: z.object({ raw: text }).nullish().catch(null),
})
const envelope = z.object({ error: z.union([errorObject, z.string()]) })
const validationList = z.array(z.object({ msg: z.string() })).min(1)

export function readAnswer(body: string): Answer {
  const parsed = parseJson(body)
  if (parsed === undefined) return { message: plainText(body), code: '', type: '', isJson: false }
  // Google wraps its single error in a list.
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  const enveloped = envelope.safeParse(first)
  const inner = enveloped.success ? enveloped.data.error : errorObject.safeParse(first).data
  if (inner === undefined) return { message: '', code: '', type: '', isJson: true }
  if (typeof inner === 'string') return { message: inner, code: '', type: '', isJson: true }
  const message = inner.message ?? detailText(inner.detail)
  const raw = inner.metadata?.raw
  return {
    message: raw ? `${message}: ${raw}` : message,
    code: inner.code ?? '',
    type: inner.type ?? inner.status ?? '',
    isJson: true,
  }
}

function detailText(detail: unknown): string {
  if (typeof detail === 'string') return detail
  return validationList.safeParse(detail).data?.[0]?.msg ?? ''
}

function plainText(body: string): string {
  if (!/<\/?[a-z!]/i.test(body)) return body
  return /<title[^>]{0,200}>([^<]*)</i.exec(body)?.[1]?.trim() ?? ''
}

const retiredPattern =
  /decommissioned|end.of.life|\bmodels?\b[^.]{0,160}(?:(?:has been|was|is|are) (?:deprecated|retired|discontinued|shut ?down)|no longer (?:available|supported))/i
const missingModelPattern =
  /model(?:[^.]|\.(?=\S))*?(?:not found|does not exist|doesn't exist|not exist|not loaded|unknown|unavailable|no such)|(?:unknown|invalid|no such|not a valid|unsupported) model|model_not_found|invalid_model|not a valid model/i
const quotaPattern =
  /insufficient.?(?:quota|balance|credit|funds)|exceeded your current quota|billing|out of credits|credit balance/i
const keyPattern =
  /(?:invalid|incorrect|missing|expired|no) api.?key|api.?key (?:not valid|is invalid|expired|not found)|invalid_api_key/i
const filterPattern =
  /content.?filter|content.?policy|content management policy|responsible.?ai|flagged|safety system|moderation_blocked/i

/**
 * Characters of an answer that the patterns read. They take time in proportion to its square, and a
 * server may send megabytes.
 */
const readLengthMaximum = 4000

/** Returns the error code for an unsuccessful response. */
export function codeOfStatus(status: number, answer: Answer): ErrorCode {
  const said = `${answer.code} ${answer.type} ${answer.message}`.slice(0, readLengthMaximum)
  if (status >= 400 && status < 500) {
    const byText = codeOfText(status, said)
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

function codeOfText(status: number, said: string): ErrorCode | undefined {
  if (status === 429 || status === 402 || status === 403) {
    return quotaPattern.test(said) ? 'quotaExhausted' : undefined
  }
  if (status === 401) return undefined
  if (retiredPattern.test(said) && /model/i.test(said)) return 'modelRetired'
  if (saysTooLong(said)) return 'contextTooLong'
  if (keyPattern.test(said)) return 'keyRefused'
  if (missingModelPattern.test(said)) return 'modelNotFound'
  if (filterPattern.test(said)) return 'contentFiltered'
  return quotaPattern.test(said) ? 'quotaExhausted' : undefined
}
