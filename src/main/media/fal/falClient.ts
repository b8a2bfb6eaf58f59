import type { FalClient } from '@fal-ai/client'
import { AppError } from '../../../shared/errors.ts'
import type { FalAddresses } from '../../providers/fal/falAddresses.ts'
import type { ServiceAnswer } from '../requestOnce.ts'
import { createOneRequest, toClient, type ClientRequest, type OneRequest } from './oneRequest.ts'
import { readStatusStream, type FalSilence } from './readStatusStream.ts'

/** A job in fal's queue. */
export interface FalJob {
  endpoint: string
  id: string
  /** Sends the request here instead of to the address that the client would build. */
  address: string
}

/** A request that costs money. */
export interface FalPost {
  endpoint: string
  input: Record<string, unknown>
  /** Seconds that fal keeps the result. */
  keptSeconds: number
}

/** Options for a request's place in fal's queue. */
export interface FalWaiting {
  priority: 'normal' | 'low'
  /** Names the runner to prefer; empty for none. */
  hint: string
}

/**
 * fal's own client. Each call sends one request, and returns the answer of any status. Errors: those
 * of the key, addressInvalid for an address that must not get it, those of a connection, aborted.
 */
export interface FalCalls {
  /** Puts a job into the queue. It is paid for. */
  submit: (post: FalPost & FalWaiting, signal: AbortSignal) => Promise<ServiceAnswer>
  /** Has a job done at once. It is paid for. */
  run: (post: FalPost, signal: AbortSignal) => Promise<ServiceAnswer>
  status: (job: FalJob, signal: AbortSignal) => Promise<ServiceAnswer>
  /**
   * Yields the statuses of a job as they come in one answer; none if there is no such answer. It may
   * end before the job. Errors: also timeout after a silence, streamBroken, malformedAnswer.
   */
  statuses: (
    job: FalJob,
    signal: AbortSignal,
    silence: FalSilence | undefined,
  ) => AsyncGenerator<unknown>
  result: (job: FalJob, signal: AbortSignal) => Promise<ServiceAnswer>
  cancel: (job: FalJob, signal: AbortSignal) => Promise<ServiceAnswer>
}

/** Connection that fal's calls use: addresses, key and transport. */
export interface FalWire {
  addresses: FalAddresses
  key: () => Promise<string>
  /** Sends a request, and reads its answer. Errors: AppErrors. */
  exchange: (address: string, request: ClientRequest, model?: string) => Promise<ServiceAnswer>
  /** Sends a request whose answer goes on. Its headers have to come within the milliseconds. */
  open: (address: string, request: ClientRequest, milliseconds: number) => Promise<Response>
}

/** Addresses built into fal's client; requests to them go to `addresses` instead. */
const queueOfClient = 'https://queue.fal.run'
const directOfClient = 'https://fal.run'

export function createFalCalls({ addresses, key, exchange, open }: FalWire): FalCalls {
  /** Creates the client for one call. It gets the key as a text, so it looks for none itself. */
  async function clientOf({ fetch }: OneRequest): Promise<FalClient> {
    const credentials = await key()
    // A start does not need it, so it is loaded at the first request.
    const { createFalClient } = await import('@fal-ai/client')
    return createFalClient({ credentials, fetch, retry: { maxRetries: 0 } })
  }

  function judged(address: string): string {
    if (addresses.mayGetKey(address)) return address
    throw new AppError('addressInvalid', 'The address may not get the key of fal')
  }

  async function ask(
    work: (client: FalClient) => Promise<unknown>,
    aim: (asked: URL) => string,
    model?: string,
  ): Promise<ServiceAnswer> {
    let answer: ServiceAnswer | undefined
    const request = createOneRequest(async (wanted) => {
      answer = await exchange(judged(aim(wanted.asked)), wanted, model)
      return toClient(answer)
    })
    const client = await clientOf(request)
    try {
      await work(client)
    } catch (error) {
      if (!answer) throw request.failure() ?? error
    }
    if (answer) return answer
    throw new AppError('internal', 'The client of fal has sent nothing')
  }

  return {
    submit: ({ endpoint, input, keptSeconds, priority, hint }, abortSignal) =>
      ask(
        ({ queue }) =>
          queue.submit(endpoint, {
            ...{ input, priority, hint, abortSignal },
            storageSettings: { expiresIn: keptSeconds },
          }),
        below(queueOfClient, addresses.queue),
        endpoint,
      ),
    run: ({ endpoint, input, keptSeconds }, abortSignal) =>
      ask(
        (client) =>
          client.run(endpoint, {
            ...{ input, abortSignal },
            storageSettings: { expiresIn: keptSeconds },
          }),
        below(directOfClient, addresses.direct),
        endpoint,
      ),
    status: (job, abortSignal) =>
      ask(
        ({ queue }) => queue.status(job.endpoint, { ...idOf(job), logs: true, abortSignal }),
        at(job.address),
      ),
    statuses: (job, signal, silence) =>
      readStatusStream({
        begin: async (request) => {
          const { queue } = await clientOf(request)
          return queue.streamStatus(job.endpoint, { ...idOf(job), logs: true })
        },
        open: (wanted, milliseconds) =>
          open(judged(at(job.address)(wanted.asked)), wanted, milliseconds),
        ...{ signal, silence },
      }),
    result: (job, abortSignal) =>
      ask(
        ({ queue }) => queue.result(job.endpoint, { ...idOf(job), abortSignal }),
        at(job.address),
      ),
    cancel: (job, abortSignal) =>
      ask(
        ({ queue }) => queue.cancel(job.endpoint, { ...idOf(job), abortSignal }),
        at(job.address),
      ),
  }
}

/** The client puts it into an address as it is. */
function idOf({ id }: FalJob): { requestId: string } {
  return { requestId: encodeURIComponent(id) }
}

/** Puts what lies below one address below another: that of a stand-in for fal. */
function below(from: string, to: string): (asked: URL) => string {
  return ({ href }) => (href.startsWith(`${from}/`) ? to + href.slice(from.length) : href)
}

/** Sends to an address with what the client asks of its own. */
function at(address: string): (asked: URL) => string {
  return ({ searchParams }) => {
    const url = new URL(address)
    for (const [name, value] of searchParams) url.searchParams.set(name, value)
    return url.href
  }
}
