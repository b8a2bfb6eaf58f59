import { z } from 'zod'
import { maxPatternLength } from './errorAnswer.ts'
import type { Answer } from './errorAnswer.ts'

/**
 * The limit behind a refusal: money or a paid quota, the requests of a day, or of a shorter time.
 */
export type Limit = 'money' | 'day' | 'rate'

const moneyCodes =
  /insufficient_quota|exceeded_current_quota|billing|credit_?limit|arrearage|freetieronly|^1113\b/i
const moneyWords =
  /insufficient.?(?:quota|balance|credits?|funds)|exceeded your current quota|billing|out of credits|credit (?:balance|limit)|(?:available|any|no|more) credits|(?:credits|balance) (?:is|are|has been|have been) (?:depleted|exhausted|used up)|spend(?:ing)? (?:limit|cap)|monthly included|specified api usage limits|key limit exceeded|recharge|arrear|free tier of the model has been exhausted|余额不足|欠费|充值/i
const dayWords = /per[ -]?day|\b[RT]PD\b|\bdaily\b|\/ ?day\b|byday\b|今日|每日|当日/i
const rateWords =
  /rate.?limit|per[ -]?(?:second|minute|min\b|hour)|\b[RT]PM\b|too many (?:requests|tokens)|throttl|concurren|(?:try again|retry|wait)[^.]{0,30}\d|频率|并发|速率/i

/** Returns which limit an answer reports; undefined if it says nothing of one. */
export function limitOf(answer: Answer): Limit | undefined {
  const { quotas, retryDelay } = googleFacts(answer)
  if (quotas.length > 0 || retryDelay !== undefined) {
    // A model that is not in the free tier has a limit of 0.
    const limits = [...answer.message.slice(0, maxPatternLength).matchAll(/\blimit: (\d+)/g)].map(
      ([, limit]) => limit,
    )
    if (limits.length > 0 && limits.every((limit) => limit === '0')) return 'money'
    return quotas.some((id) => /PerDay/i.test(id)) ? 'day' : 'rate'
  }
  if (moneyCodes.test(`${answer.code} ${answer.type}`)) return 'money'
  // Links to pages on billing and rate limits are in answers of both kinds.
  const said = `${answer.code} ${answer.type} ${answer.message}`
    .slice(0, maxPatternLength)
    .replaceAll(/https?:\S+/g, ' ')
  if (/api calls ?\/ ?month/i.test(said)) return 'money'
  if (/free-models-per-day/.test(said)) return 'day'
  if (moneyWords.test(said) && !rateWords.test(said) && !dayWords.test(said)) return 'money'
  if (dayWords.test(said)) return 'day'
  return rateWords.test(said) ? 'rate' : undefined
}

/** Tokens that one request needs of those that a minute allows: it never passes. */
const requestPattern = /\blimit:? (\d+)\b.*\brequested:? (\d+)/is

/** Returns true if a request is larger than its limit, so that waiting does not help. */
export function neverPasses({ message }: Answer): boolean {
  const [, limit, requested] = requestPattern.exec(message.slice(0, maxPatternLength)) ?? []
  return limit !== undefined && Number(requested) > Number(limit)
}

/** Returns the seconds after which an answer says that a request may pass; undefined for none. */
export function waitOf(answer: Answer, now = Date.now()): number | undefined {
  const { quotas, retryDelay } = googleFacts(answer)
  // The delay beside a spent day is that of a minute.
  if (quotas.some((id) => /PerDay/i.test(id))) return secondsToMidnight(now)
  if (retryDelay !== undefined) return Math.ceil(retryDelay)
  return untilReset(answer, now) ?? saidWait(answer.message)
}

const violationsSchema = z.object({ violations: z.array(z.unknown()) })
const quotaSchema = z.object({ quotaId: z.string() })
const retrySchema = z.object({
  retryDelay: z.union([
    z
      .string()
      .regex(/^\d+(?:\.\d+)?s$/)
      .transform((text) => Number(text.slice(0, -1))),
    z.object({ seconds: z.coerce.number().nonnegative() }).transform(({ seconds }) => seconds),
  ]),
})

/** Reads google.rpc.QuotaFailure and google.rpc.RetryInfo. https://google.aip.dev/193 */
function googleFacts({ fields }: Answer): { quotas: string[]; retryDelay: number | undefined } {
  const details = z.array(z.unknown()).safeParse(fields['details']).data ?? []
  const violations = details.flatMap(
    (one) => violationsSchema.safeParse(one).data?.violations ?? [],
  )
  return {
    quotas: violations.flatMap((one) => quotaSchema.safeParse(one).data?.quotaId ?? []),
    retryDelay: details.flatMap((one) => retrySchema.safeParse(one).data?.retryDelay ?? [])[0],
  }
}

/** Google's days end at midnight in California. */
function secondsToMidnight(now: number): number {
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).format(now)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return 24 * 3600 - hours * 3600 - minutes * 60 - seconds
}

const resetSchema = z.object({
  metadata: z.object({
    headers: z.record(z.string(), z.union([z.string(), z.number()]).transform(Number)),
  }),
})

/** OpenRouter's time of the next request, in milliseconds since 1970. */
function untilReset({ fields }: Answer, now: number): number | undefined {
  const reset = resetSchema.safeParse(fields).data?.metadata.headers['X-RateLimit-Reset']
  return reset !== undefined && reset > now ? Math.ceil((reset - now) / 1000) : undefined
}

/** Matches "try again in 7m54.336s", "retry after 6 seconds", "wait 34261 seconds". */
const waitPattern =
  /(?:try again|retry|wait)\b[^.]{0,20}?((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|d)(?![a-z])\s*)+)/i
const amountPattern = /(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h|d)/gi
const secondsOf: Readonly<Record<string, number>> = {
  ms: 0.001,
  milli: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
}

function saidWait(message: string): number | undefined {
  const said = waitPattern.exec(message.slice(0, maxPatternLength))?.[1]
  if (said === undefined) return undefined
  const amounts = [...said.matchAll(amountPattern)].map(
    ([, amount, unit = 's']) => Number(amount) * (secondsOf[unit.toLowerCase()] ?? 1),
  )
  return Math.ceil(amounts.reduce((sum, amount) => sum + amount, 0))
}
