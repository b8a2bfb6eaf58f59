import type { ProviderConfig } from '../../shared/providers.ts'
import { discover } from './local/discover.ts'
import type { Candidate } from './local/discover.ts'
import { localServers } from './local/localServers.ts'
import type { Fetch } from './transport.ts'

export interface LocalWatch {
  /** Whether a known server answered the last look-up. */
  isFound: (providerId: string) => boolean
  /** Looks now, or, without `refresh`, only where the last look-up is not recent. */
  ready: (refresh: boolean) => Promise<void>
}

export interface LocalWatchDependencies {
  configs: () => readonly ProviderConfig[]
  /** Its key, where there is one for its address. */
  keyFor: (config: ProviderConfig) => Promise<string | null>
  fetch: Fetch
  onChanged: () => void
}

const recentMilliseconds = 30_000

/** Knows which of the local servers are running. */
export function createLocalWatch({
  configs,
  keyFor,
  fetch,
  onChanged,
}: LocalWatchDependencies): LocalWatch {
  let found: ReadonlySet<string> = new Set()
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const candidates = await Promise.all(configs().map(toCandidate))
    const next = await discover(
      candidates.filter((candidate) => candidate !== undefined),
      { fetch },
    )
    lookedAt = performance.now()
    const isSame = next.size === found.size && [...next].every((id) => found.has(id))
    found = next
    if (!isSame) onChanged()
  }

  async function toCandidate(config: ProviderConfig): Promise<Candidate | undefined> {
    const server = localServers.find(({ id }) => id === config.id)
    if (!server || !config.enabled) return undefined
    return { id: server.id, baseUrl: config.baseUrl, key: await keyFor(config) }
  }

  return {
    isFound: (providerId) => found.has(providerId),
    ready(refresh) {
      if (!refresh && performance.now() - lookedAt < recentMilliseconds) return Promise.resolve()
      looking ??= look().finally(() => (looking = undefined))
      return looking
    },
  }
}
