import { z } from 'zod'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'

/**
 * Characters of an answer that the patterns read. They take time in proportion to its square, and a
 * server may send megabytes.
 */
export const maxPatternLength = 4000

/** The content of an error's body, in any of the known formats. */
export interface Answer {
  message: string
  code: string
  type: string
  /** The field of the request that it names (`param`); empty for none. */
  param: string
  /** False for a web page or other text. */
  isJson: boolean
  /** The error as it came; empty for a text. */
  fields: JsonObject
}

const text = z.union([z.string(), z.number()]).transform(String).nullish().catch(null)
const errorObject = z.object({
  message: text,
  code: text,
  type: text,
  status: text,
  param: text,
  detail: z.unknown().optional(),
  metadata: z.object({ raw: text }).nullish().catch(null),
})
const envelope = z.object({ error: z.union([errorObject, z.string()]) })
/** FastAPI's list of what is wrong, and where: `["body", "messages", 0, "role"]`. */
const validationList = z
  .array(
    z.object({
      msg: z.string(),
      loc: z
        .array(z.union([z.string(), z.number()]))
        .nullish()
        .catch(null),
    }),
  )
  .min(1)
const detailHolder = z.object({ detail: z.unknown() })
const maxFaults = 5

export function readAnswer(body: string): Answer {
  const empty = { message: '', code: '', type: '', param: '', isJson: true, fields: {} }
  const parsed = parseJson(body)
  if (parsed === undefined) return { ...empty, message: plainText(body), isJson: false }
  // Google wraps its single error in a list.
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  const enveloped = envelope.safeParse(first)
  const inner = enveloped.success ? enveloped.data.error : errorObject.safeParse(first).data
  if (inner === undefined) return empty
  const outer = errorObject.safeParse(first).data
  // xAI has a code beside a text.
  if (typeof inner === 'string') return { ...empty, message: inner, code: outer?.code ?? '' }
  const fields = enveloped.success && isObject(first) ? first['error'] : first
  // Mistral has the list in its message.
  const nested = isObject(fields)
    ? detailHolder.safeParse(fields['message']).data?.detail
    : undefined
  const message = inner.message ?? detailText(nested ?? inner.detail)
  const raw = inner.metadata?.raw
  return {
    message: raw ? `${message}: ${raw}` : message,
    code: inner.code ?? '',
    type: inner.type ?? inner.status ?? '',
    param: inner.param ?? '',
    isJson: true,
    fields: isObject(fields) ? fields : {},
  }
}

function detailText(detail: unknown): string {
  if (typeof detail === 'string') return detail
  if (isObject(detail)) return errorObject.safeParse(detail).data?.message ?? ''
  const faults = validationList.safeParse(detail).data ?? []
  return faults
    .slice(0, maxFaults)
    .map(({ msg, loc }) => {
      const place = (loc ?? []).filter((step, index) => index > 0 || step !== 'body').join('.')
      return place === '' ? msg : `${place}: ${msg}`
    })
    .join('; ')
}

function plainText(body: string): string {
  if (!/<\/?[a-z!]/i.test(body)) return body
  return /<title[^>]{0,200}>([^<]*)</i.exec(body)?.[1]?.trim() ?? ''
}
