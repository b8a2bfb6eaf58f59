import type { Fetch } from '../transport.ts'
import { createAsk, detectors } from './detect.ts'
import type { LocalServerId } from './localServers.ts'

/** A known server and where to look for it, with `/v1`. */
export interface Candidate {
  id: LocalServerId
  baseUrl: string
  key: string | null
}

export interface DiscoverOptions {
  /** Must not go through a proxy. */
  fetch: Fetch
  limitMilliseconds?: number
}

/** Which of the candidates answer as themselves, asked all at once. Never throws. */
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

/** Under which the server's own endpoints stand, beside the OpenAI-compatible ones. */
export function nativeOrigin(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, '')
}
