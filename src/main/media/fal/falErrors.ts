import { z } from 'zod'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { maxQuotedAnswerLength } from '../../../shared/limits.ts'
import { isObject } from '../../../shared/json.ts'
import type { FieldError } from '../../../shared/media/mediaForm.ts'
import type { ServiceAnswer } from '../requestOnce.ts'

const detailSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { msg: value } : isObject(value) ? value : {}),
  z.object({
    loc: z
      .array(z.union([z.string(), z.number()]))
      .catch([])
      .default([]),
    msg: z.string().catch('').default(''),
    type: z.string().catch('').default(''),
    ctx: z.record(z.string(), z.unknown()).catch({}).default({}),
  }),
)
/** A list, one of its entries, or a text. */
const detailsSchema = z.union([
  z.string(),
  z.array(detailSchema),
  z.record(z.string(), z.unknown()).transform((value) => [detailSchema.parse(value)]),
])
const bodySchema = z.object({
  detail: detailsSchema.catch('').default(''),
  error: z
    .preprocess((value) => (isObject(value) ? value['message'] : value), z.string().nullish())
    .catch(null),
  error_type: z.string().nullish().catch(null),
})

/** The body of fal's own errors has nothing else; Cloudflare's has a `detail` among others. */
const ownBodySchema = z
  .strictObject({
    detail: z.union([z.string(), z.array(z.unknown())]).default(''),
    error_type: z.string().nullish(),
  })
  .refine(({ detail, error_type: type }) => detail.length > 0 || Boolean(type))

/** Why a job has no result. */
export interface FalFailure {
  error: AppError
  fieldErrors: FieldError[]
  /** True if it ended because the user cancelled it. */
  isCancelled: boolean
}

/** The platform's own reasons, and what a model says of an input. */
const codes: readonly [RegExp, ErrorCode][] = [
  [/content_policy|nsfw|safety/, 'contentFiltered'],
  [/request_timeout|startup_timeout|generation_timeout/, 'timeout'],
  [/runner_|scheduling|disconnected|downstream|internal/, 'serverError'],
  [/concurrent|rate_?limit/, 'rateLimited'],
]

/**
 * Reads why a job failed from the body of a status or of a result; undefined if it says nothing of a
 * failure. Every shape of `detail` is known: a list, a text, none.
 */
export function readFalFailure(
  json: unknown,
  { provider, status }: { provider: string; status?: number },
): FalFailure | undefined {
  const body = bodySchema.safeParse(json).data
  if (!body) return undefined
  const { detail, error, error_type: type } = body
  const details = typeof detail === 'string' ? [] : detail
  const [first] = details
  const words = (typeof detail === 'string' ? detail : first && withLimits(first)) || error || ''
  if (words === '' && !type && details.length === 0) return undefined
  const said = type ?? first?.type ?? ''
  const code = codes.find(([pattern]) => pattern.test(said))?.[1] ?? 'unprocessable'
  const answer = words.slice(0, maxQuotedAnswerLength)
  return {
    error: new AppError(code, `The job has failed at ${provider}: ${said}`, {
      ...{ provider, answer },
      ...(status !== undefined && { status }),
    }),
    fieldErrors: details.map((entry) => ({
      name: fieldOf(entry.loc),
      reason: 'service' as const,
      message: withLimits(entry).slice(0, maxQuotedAnswerLength),
    })),
    isCancelled: said === 'client_cancelled',
  }
}

/** Returns what an entry says, with the limits of its `ctx` that the words don't have. */
function withLimits({ msg, ctx }: z.output<typeof detailSchema>): string {
  const limits = Object.entries(ctx).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).filter(
      (each) => typeof each === 'string' || typeof each === 'number',
    )
    const isSaid = values.every((each) => msg.includes(String(each)))
    return isSaid ? [] : [`${name.replaceAll('_', ' ')}: ${values.join(', ')}`]
  })
  return limits.length === 0 ? msg : `${msg} (${limits.join('; ')})`.trim()
}

/** `["body", "image_urls", 0]` is about the field `image_urls`. */
function fieldOf(loc: readonly (string | number)[]): string {
  const [first, second] = loc[0] === 'body' ? loc.slice(1) : loc
  return typeof first === 'string' ? first : typeof second === 'string' ? second : ''
}

/** Tells whether an answer to a paid request proves that it made no job. */
export function isRefusal(answer: ServiceAnswer): boolean {
  const { status, json } = answer
  if (status === 503) return isOwnUnavailability(answer)
  if (status < 400 || status >= 500 || status === 408) return false
  // A page of a gateway on the way may follow a job that exists.
  return json !== undefined || status === 401 || status === 429
}

/** Reasons that concern a runner, which had not begun. */
const beforeRun: readonly string[] = ['runner_scheduling_failure', 'runner_connection_refused']

/**
 * Tells whether fal itself says that it can't take a request now. A gateway on the way has words of
 * its own for that, and its request may have arrived.
 */
function isOwnUnavailability({ headers, json }: ServiceAnswer): boolean {
  const named = headers.get('x-fal-error-type')
  const body = ownBodySchema.safeParse(json).data
  if (named === null && !body) return false
  const type = named ?? body?.error_type ?? ''
  return beforeRun.includes(type) || !/^runner_|timeout|internal/.test(type)
}
