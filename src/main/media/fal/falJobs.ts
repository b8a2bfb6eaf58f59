import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import { emptyAnswer } from '../emptyAnswer.ts'
import {
  NoResult,
  NotAccepted,
  type CancelOutcome,
  type LostRequest,
  type MediaHandle,
  type RemoteJobs,
} from '../mediaProvider.ts'
import { appOf, endpointOf } from '../../providers/fal/falAddresses.ts'
import { refusing } from '../refusing.ts'
import type { ServiceAnswer } from '../requestOnce.ts'
import type { FalApi } from './falApi.ts'
import type { FalJob, FalPost, FalWaiting } from './falClient.ts'
import { discardFalJob } from './discardFalJob.ts'
import { isRefusal, readFalFailure } from './falErrors.ts'
import { findFalFiles } from './falOutputs.ts'
import { linesOf, readFalStatus } from './falStatus.ts'
import type { FalSilence } from './readStatusStream.ts'
import { watchFalJob } from './watchFalJob.ts'

const submittedSchema = z.object({
  request_id: z.string().min(1),
  status_url: z.string(),
  response_url: z.string(),
  cancel_url: z.string(),
})
const outcomes: Readonly<Record<string, CancelOutcome>> = {
  OK: 'cancelled',
  CANCELLATION_REQUESTED: 'requested',
  ALREADY_COMPLETED: 'completed',
  NOT_FOUND: 'missing',
}

/** Kept of a paid request, to find its job in fal's list if the answer got lost. */
const falSentSchema = z.object({
  prompt: z.string().nullable(),
  seed: z.number().nullable(),
  /** When it was sent, by fal's clock; null if that was not known. */
  at: z.number().nullable().default(null),
  /** A mark of the key that it was sent with; null of earlier versions. */
  account: z.string().nullable().default(null),
})

/**
 * Sends a request that costs money, once, and returns the handle of its job. Errors: NotAccepted if
 * it has not left or fal has refused it; after any other the job may exist.
 */
export async function postFalJob(
  api: FalApi,
  post: FalPost & FalWaiting,
  signal: AbortSignal,
): Promise<MediaHandle> {
  const { endpoint } = post
  const keyMark = await api.keyMark()
  const answer = await refusing(() => api.calls.submit(post, signal))
  const submitted = submittedSchema.safeParse(answer.json)
  if (answer.status < 300 && submitted.success) {
    const { request_id: id, ...urls } = submitted.data
    return { id, addresses: usable(api, endpoint, id, urls), account: keyMark }
  }
  throw failedPost(api, answer, { address: api.addresses.queue, endpoint })
}

/** Returns the error of a paid request that fal did not take: NotAccepted if it made no job. */
export function failedPost(
  api: FalApi,
  answer: ServiceAnswer,
  { address, endpoint }: { address: string; endpoint: string },
): Error {
  const failure = api.failureOf(answer, address, endpoint)
  if (!isRefusal(answer)) return failure
  const told = readFalFailure(answer.json, { provider: failure.details.provider ?? '' })
  return new NotAccepted(failure, told?.fieldErrors)
}

/** Returns the addresses as they came; in place of one that must not get the key, the usual one. */
function usable(api: FalApi, endpoint: string, id: string, urls: Record<string, string>) {
  const usual = addressesOf(api, endpoint, id)
  return Object.fromEntries(
    Object.entries(usual).map(([name, address]) => {
      const given = urls[name]
      return [name, given !== undefined && api.addresses.mayGetKey(given) ? given : address]
    }),
  )
}

/** Returns the usual addresses of a request, by which its result can be asked for and deleted. */
export function addressesOf(api: FalApi, endpoint: string, id: string): Record<string, string> {
  const base = `${api.addresses.queue}/${appOf(endpoint)}/requests/${encodeURIComponent(id)}`
  return {
    status_url: `${base}/status`,
    response_url: base,
    cancel_url: `${base}/cancel`,
    endpoint,
  }
}

export interface FalJobsOptions {
  api: FalApi
  provider: string
  /** Returns the price of what fal has counted; null if unknown. */
  priceOf: (endpoint: string, units: number) => Promise<MediaPrice | null>
  /** Whether the user wants results to be deleted at fal once they are here. */
  isDeleting?: () => boolean
  /** Returns the time of this computer's clock. */
  now: () => number
  /** Longest silence allowed in a stream of statuses. */
  silence?: FalSilence
}

/** The jobs that fal's queue works on. */
export function createFalJobs(options: FalJobsOptions): RemoteJobs {
  const { api, provider, priceOf, now, silence, isDeleting = () => false } = options

  function jobOf({ id, addresses }: MediaHandle, name: string): FalJob {
    const { endpoint, [name]: address } = addresses
    if (endpoint !== undefined && address !== undefined && api.addresses.mayGetKey(address)) {
      return { endpoint, id, address }
    }
    throw new AppError('mediaLost', 'The address of the job may not get the key')
  }

  return {
    async poll(handle, signal) {
      const job = jobOf(handle, 'status_url')
      const answer = await api.calls.status(job, signal)
      const { status } = answer
      if (status === 404 || (status === 403 && (await hasOtherKey(api, handle)))) {
        return { state: 'missing', isOtherAccount: await hasOtherKey(api, handle) }
      }
      if (status >= 300) throw api.failureOf(answer, job.address)
      const log = linesOf(answer.json)
      return { ...readFalStatus(answer.json, provider), ...(log.length > 0 && { log }) }
    },
    watch: (handle, signal) =>
      watchFalJob({
        ...{ calls: api.calls, provider, signal, silence },
        job: jobOf(handle, 'status_url'),
      }),
    async result(handle, signal) {
      const job = jobOf(handle, 'response_url')
      const answer = await api.calls.result(job, signal)
      if (answer.status >= 300) {
        const price = await billedPrice(priceOf, job, answer)
        throw noResult(api, answer, { address: job.address, provider, price })
      }
      if (isForeign(answer)) {
        const details = { provider, shouldRetry: true }
        throw new AppError('malformedAnswer', 'The result is no JSON', details)
      }
      const files = findFalFiles(answer.json)
      const price = await billedPrice(priceOf, job, answer)
      if (files.length > 0) return { files, price }
      const told = readFalFailure(answer.json, { provider })
      if (told) throw new NoResult(told.error, told.fieldErrors, price)
      const of = { provider, model: job.endpoint, redact: api.redact }
      throw new NoResult(emptyAnswer(answer.json, of), [], price)
    },
    async cancel(handle, signal) {
      const job = jobOf(handle, 'cancel_url')
      const answer = await api.calls.cancel(job, signal)
      const said = z.object({ status: z.string() }).safeParse(answer.json).data?.status
      const outcome = outcomes[said ?? '']
      if (outcome) return outcome
      if (answer.status === 404) return 'missing'
      if (answer.status === 202) return 'requested'
      if (answer.status === 400) return 'completed'
      throw api.failureOf(answer, job.address)
    },
    async discard({ id: requestId }, signal, isAsked = false) {
      if (isAsked || isDeleting()) await discardFalJob(api, { requestId, provider, signal })
    },
    find: (lost, signal) => findFalJob({ api, provider, now }, lost, signal),
  }
}

/** Returns the price of what fal has counted, also for a job that gave nothing. */
export function billedPrice(
  priceOf: FalJobsOptions['priceOf'],
  { endpoint }: Pick<FalJob, 'endpoint'>,
  { headers }: Pick<ServiceAnswer, 'headers'>,
): Promise<MediaPrice | null> {
  const units = Number(headers.get('x-fal-billable-units') ?? Number.NaN)
  return Number.isNaN(units) ? Promise.resolve(null) : priceOf(endpoint, units).catch(() => null)
}

/** Tells whether an answer is a page, or ends in the middle: fal keeps the result that was meant. */
function isForeign({ json, text }: ServiceAnswer): boolean {
  return json === undefined && /^\s*(?:[<{[]|$)/.test(text)
}

/** Tells whether the key is another one than that of the paid request. */
async function hasOtherKey(api: FalApi, { account }: MediaHandle): Promise<boolean> {
  return account !== undefined && account !== (await api.keyMark())
}

function noResult(
  api: FalApi,
  answer: ServiceAnswer,
  { address, provider, price }: { address: string; provider: string; price: MediaPrice | null },
): Error {
  const { status, json } = answer
  const failure = api.failureOf(answer, address)
  const isAboutAccount = status === 401 || status === 403 || status === 408 || status === 429
  const told = readFalFailure(json, { provider, status })
  const isPlatform = status >= 500 && !told?.error.message.includes('runner')
  if (isAboutAccount || isPlatform) return failure
  if (status === 404) {
    return new NoResult(new AppError('mediaExpired', 'fal has no result any more', { status }))
  }
  return new NoResult(told?.error ?? failure, told?.fieldErrors, price)
}

const listedSchema = z.object({
  items: z
    .array(
      z.object({
        request_id: z.string().min(1),
        sent_at: z.string().nullish().catch(null),
        json_input: z.record(z.string(), z.unknown()).nullish().catch(null),
      }),
    )
    .catch([]),
})
const earlierMilliseconds = 60_000

/**
 * Looks for the one job whose input is that of a lost request, among those that fal got since. It
 * goes by fal's clock: that of this computer may be wrong by hours. Another account is not asked: it
 * may have a job like this one, which somebody else has paid for. Errors: mediaUnknownAccount, those
 * of a request.
 */
async function findFalJob(
  { api, provider, now }: Pick<FalJobsOptions, 'api' | 'provider' | 'now'>,
  { modelId, sent, submittedAt, isTaken }: LostRequest,
  signal: AbortSignal,
): Promise<MediaHandle | undefined> {
  const wanted = falSentSchema.safeParse(sent).data
  if (!wanted) return undefined
  const account = await api.keyMark()
  if (wanted.account !== null && wanted.account !== account) {
    throw new AppError('mediaUnknownAccount', 'The request was sent with another key', { provider })
  }
  const serverTime = api.serverTime()
  const ahead = serverTime === null ? 0 : now() - serverTime
  const sentAt = wanted.at ?? submittedAt - ahead
  const endpoint = endpointOf(modelId)
  const query = new URLSearchParams({
    endpoint_id: endpoint,
    start: new Date(sentAt - earlierMilliseconds).toISOString(),
    expand: 'payloads',
  })
  const address = `${api.addresses.platform}/models/requests/by-endpoint?${query.toString()}`
  const listed = listedSchema.safeParse(await api.read(address, { signal, model: modelId }))
  const items = listed.data?.items ?? []
  const found = items.filter(({ request_id: id, json_input: input }) => {
    if (isTaken(id) || !input) return false
    const isSeed = wanted.seed === null || input['seed'] === wanted.seed
    return isSeed && (wanted.prompt === null || input['prompt'] === wanted.prompt)
  })
  // With two requests alike, nobody can tell which one belongs to this job.
  const id = found.length === 1 ? found[0]?.request_id : undefined
  if (id === undefined) return undefined
  return { id, addresses: addressesOf(api, endpoint, id), account }
}
