import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { appOf } from '../../../providers/fal/falAddresses.ts'
import { sleepUntil } from '../../../timeLimit.ts'
import type { FalApi } from '../falApi.ts'

/** Temporary tokens for the connections of one realtime session. They never leave main. */
export interface FalTokens {
  /** Returns a token that no connection has used. Errors: aborted, those of a request. */
  take: (signal: AbortSignal) => Promise<string>
  /** Ends the renewal, and forgets the token. */
  close: () => void
}

export interface FalTokensOptions {
  /** Requests a token. Errors: those of a request. */
  request: (signal: AbortSignal) => Promise<string>
  /** Milliseconds of a clock that is never set back. */
  elapsed?: () => number
  delay?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const tokenSeconds = 120
/** Leaves 12 s to renew a token before it ends. */
const renewalMs = tokenSeconds * 0.9 * 1000
/** Milliseconds before a failed renewal is tried again: twice before the token ends. */
const retryMs = 5000
/** Milliseconds that a token must have left: connecting takes some of them. */
const minLifetimeMs = 5000

const tokenSchema = z.union([
  z.string().min(1),
  // Older gateways wrap it.
  z.object({ detail: z.string().min(1) }).transform(({ detail }) => detail),
])

/** Requests a token for an endpoint's application from fal. Errors: malformedAnswer, those of a request. */
export async function requestFalToken(
  api: Pick<FalApi, 'addresses' | 'read'>,
  endpoint: string,
  signal: AbortSignal,
): Promise<string> {
  const alias = appOf(endpoint).split('/').at(-1) ?? ''
  const json = await api.read(`${api.addresses.storage}/tokens/`, {
    ...{ method: 'POST', signal, model: endpoint },
    body: { allowed_apps: [alias], token_expiration: tokenSeconds },
  })
  const token = tokenSchema.safeParse(json).data
  if (token !== undefined) return token
  throw new AppError('malformedAnswer', 'fal answered with no token', { model: endpoint })
}

/**
 * Creates the tokens of a session. Each connection gets its own. While one is open, a token for the
 * next is kept and renewed before it ends, so that a connection that breaks is replaced at once.
 */
export function createFalTokens(options: FalTokensOptions): FalTokens {
  const { request, elapsed = () => performance.now(), delay = sleepUntil } = options
  const closing = new AbortController()
  let spare: { token: string; endsAt: number } | undefined
  let isRenewing = false

  async function renew(): Promise<void> {
    isRenewing = true
    for (let pauseMs = renewalMs; ;) {
      await delay(pauseMs, closing.signal)
      if (closing.signal.aborted) return
      const askedAt = elapsed()
      try {
        const token = await request(closing.signal)
        spare = { token, endsAt: askedAt + tokenSeconds * 1000 }
        pauseMs = renewalMs
      } catch {
        // The open connection keeps its own token: only a later one needs this.
        pauseMs = retryMs
      }
    }
  }

  return {
    async take(signal) {
      if (!isRenewing) void renew()
      const kept = spare
      spare = undefined
      if (kept && kept.endsAt - elapsed() >= minLifetimeMs) return kept.token
      return request(AbortSignal.any([signal, closing.signal]))
    },
    close() {
      closing.abort()
      spare = undefined
    },
  }
}
