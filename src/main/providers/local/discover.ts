import type { Fetch } from '../transport/transport.ts'
import { createAsk, detectors } from './detect.ts'
import type { LocalServerId } from './localServers.ts'

/** A known server and its base URL, with `/v1`. */
export interface Candidate {
  id: LocalServerId
  baseUrl: string
  key: string | null
}

export interface DiscoverOptions {
  /** Must bypass proxies. */
  fetch: Fetch
  limitMilliseconds?: number
}

/** Probes all candidates at once. Returns those that answer as expected. Never throws. */
export async function discover(
  candidates: readonly Candidate[],
  { fetch, limitMilliseconds = 1000 }: DiscoverOptions,
): Promise<Set<LocalServerId>> {
  const limit = AbortSignal.timeout(limitMilliseconds)
  const found = new Set<LocalServerId>()
  await Promise.all(
    candidates.map(async ({ id, baseUrl, key }) => {
      const ask = createAsk(nativeOrigin(baseUrl), { fetch, key, limit })
      if (await detectors[id](ask)) found.add(id)
    }),
  )
  return found
}

/** Returns the base of the server's native endpoints, beside the OpenAI-compatible ones. */
export function nativeOrigin(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, '')
}
