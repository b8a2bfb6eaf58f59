import type { LocalJWKSet } from 'jose'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { boundBody } from '../../network/boundBody.ts'
import { isLoopbackName } from '../../network/hostRule.ts'
import type { Fetch } from '../serverSetup.ts'

/** An issuer of tokens, and the way to its public keys. */
export interface KeySource {
  issuer: string
  /** The address in the issuer's metadata; without it the issuer's OpenID configuration is read. */
  jwksUri: string | undefined
  /** Fetches from hosts that only the issuer names. */
  fetch: Fetch
  signal: AbortSignal
}

/** The public keys of the authorization server that one MCP server trusts. */
export interface ServerKeys {
  /**
   * Returns the keys, loaded at most ten minutes ago; null if the issuer publishes none, or not over
   * https. Errors: pluginServerFailed, malformedAnswer, tooHeavy, and those of the fetch.
   */
  find: (source: KeySource) => Promise<LocalJWKSet | null>
  /**
   * Loads the keys again, for a token that none of them has signed: the issuer may have changed
   * them. Returns null if they were loaded less than 30 seconds ago. Errors: as `find`.
   */
  renew: (source: KeySource) => Promise<LocalJWKSet | null>
}

const maxAgeMs = 10 * 60_000
const coolDownMs = 30_000
const timeoutMs = 10_000
/** Enough for 500 keys; issuers have two to five. */
const maxBytes = 256 * 1024

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
const configurationSchema = z.object({ issuer: z.string(), jwks_uri: z.string() })

/** Keeps the keys of the latest issuer only. `now` returns milliseconds since 1970. */
export function createServerKeys(now: () => number): ServerKeys {
  let kept: { id: string; keys: LocalJWKSet; loadedAt: number } | undefined

  const load = async (source: KeySource): Promise<LocalJWKSet | null> => {
    const keys = await loadKeys(source)
    kept = keys ? { id: idFor(source), keys, loadedAt: now() } : undefined
    return keys
  }
  const isKept = (source: KeySource, durationMs: number): boolean =>
    kept?.id === idFor(source) && Math.abs(now() - kept.loadedAt) < durationMs

  return {
    find: async (source) => (kept && isKept(source, maxAgeMs) ? kept.keys : load(source)),
    renew: async (source) => (isKept(source, coolDownMs) ? null : load(source)),
  }
}

const idFor = ({ issuer, jwksUri }: KeySource): string => JSON.stringify([issuer, jwksUri])

async function loadKeys(source: KeySource): Promise<LocalJWKSet | null> {
  const address = source.jwksUri ?? (await findAddress(source))
  const url = URL.parse(address ?? '')
  // Over plain http anyone on the way could put in a key, and sign as the issuer.
  if (!url || !isProtected(url)) return null
  const keySet = keySetSchema.safeParse((await fetchJson(url, source)).value)
  if (!keySet.success) throw unreadable(url)
  const { createLocalJWKSet } = await import('jose')
  return createLocalJWKSet(keySet.data)
}

/** Returns the `jwks_uri` of the issuer's OpenID configuration; null if it has none. */
async function findAddress(source: KeySource): Promise<string | null> {
  const url = URL.parse(`${source.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (!url || !isProtected(url)) return null
  const { status, value } = await fetchJson(url, source, [404])
  if (status === 404) return null
  const configuration = configurationSchema.safeParse(value)
  if (!configuration.success) throw unreadable(url)
  return configuration.data.issuer === source.issuer ? configuration.data.jwks_uri : null
}

const isProtected = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url))

async function fetchJson(
  url: URL,
  { fetch, signal }: KeySource,
  alsoAccepted: readonly number[] = [],
): Promise<{ status: number; value: unknown }> {
  const limit = AbortSignal.timeout(timeoutMs)
  const details = { subject: url.host, provider: url.host }
  try {
    const response = await fetch(url, {
      // A redirect could lead from https to http.
      redirect: 'manual',
      headers: { accept: 'application/json, application/jwk-set+json' },
      signal: AbortSignal.any([signal, limit]),
    })
    const { status, body } = response
    if (status !== 200 && !alsoAccepted.includes(status)) {
      await body?.cancel()
      const reason = `${url.host} answered ${String(status)} instead of its keys`
      throw new AppError('pluginServerFailed', reason, { ...details, status })
    }
    const bounds = { bytesMaximum: maxBytes, isEventStream: false, subject: url.host }
    const text = body ? await new Response(boundBody(body, bounds)).text() : ''
    return { status, value: parseJson(text) }
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error
    throw new AppError('timeout', `${url.host} did not send its keys`, details, error)
  }
}

function unreadable(url: URL): AppError {
  const details = { subject: url.href, provider: url.host }
  return new AppError('malformedAnswer', `${url.host} sent no set of keys`, details)
}
