import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { isLocalAddress } from '../configs/baseUrl.ts'
import { discover } from './discover.ts'
import type { Candidate } from './discover.ts'
import { isListening } from './isListening.ts'
import { createLoadingWait } from './loadingWait.ts'
import { localServers } from './localServers.ts'
import type { Fetch } from '../transport/transport.ts'

export interface LocalWatch {
  /** Returns true if a known server answered the last look-up. */
  isFound: (providerId: string) => boolean
  /** Looks for servers. Without `refresh`, skips this if the last look-up is recent. */
  ready: (refresh: boolean) => Promise<void>
  /**
   * Watches for servers that start or stop until the signal fires. Runs only while someone follows.
   * Never rejects.
   */
  follow: (signal: AbortSignal) => Promise<void>
}

export interface LocalWatchDependencies {
  configs: () => readonly ProviderConfig[]
  /** Returns the server's key if it was entered for its address. */
  keyFor: (config: ProviderConfig) => Promise<string | null>
  fetch: Fetch
  /** Returns whether the last listing of models succeeded; undefined if there was none. */
  listed: (providerId: string) => boolean | undefined
  /** Returns whether the last listing of models says that the server is loading. */
  isLoading: (providerId: string) => boolean
  /** Lists a provider's models anew. Never rejects. */
  listAgain: (config: ProviderConfig) => Promise<void>
  /** Reports providers that started, stopped or have loaded since the last report. */
  onChanged: (providerIds: readonly string[]) => void
  /** Resolves after a pause, or earlier if the signal fires. */
  wait?: (signal: AbortSignal) => Promise<void>
}

const recentMilliseconds = 30_000
const pollMilliseconds = 1500
/** A server may open its port some time before it can answer. */
const startingMilliseconds = 60_000
const strangerMilliseconds = 15_000

/** The known state of the port at a provider's address. */
interface Port {
  baseUrl: string
  open: boolean
  openedAt: number
  askedAt: number
}

/** Creates a watch that knows which local servers are running. */
export function createLocalWatch(dependencies: LocalWatchDependencies): LocalWatch {
  const { configs, keyFor, fetch, listed, isLoading, onChanged, wait = pause } = dependencies
  const waitForLoading = createLoadingWait(dependencies)
  const found = new Set<string>()
  const ports = new Map<string, Port>()
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined
  let followers = 0
  let polling: AbortController | undefined

  async function ask(asked: readonly ProviderConfig[]): Promise<ReadonlySet<string>> {
    const candidates = await Promise.all(asked.map(toCandidate))
    return discover(
      candidates.filter((candidate) => candidate !== undefined),
      { fetch },
    )
  }

  async function toCandidate(config: ProviderConfig): Promise<Candidate | undefined> {
    const server = localServers.find(({ id }) => id === config.id)
    if (!server || !config.enabled) return undefined
    return { id: server.id, baseUrl: config.baseUrl, key: await keyFor(config) }
  }

  async function look(): Promise<void> {
    const now = await ask(configs())
    lookedAt = performance.now()
    const changed = localServers.map(({ id }) => id).filter((id) => now.has(id) !== found.has(id))
    for (const id of changed) setFound(id, now.has(id))
    if (changed.length > 0) onChanged(changed)
  }

  function setFound(id: string, isFound: boolean): void {
    if (isFound) found.add(id)
    else found.delete(id)
  }

  /** Returns the ids of servers that started or stopped. */
  async function poll(): Promise<string[]> {
    const watched = configs().filter(isWatched)
    const turned = await Promise.all(watched.map(knock))
    const now = performance.now()
    const strangers = watched.filter((config) => isKnown(config) && isToBeAsked(config.id, now))
    const started = strangers.length > 0 ? [...(await ask(strangers))] : []
    for (const id of started) setFound(id, true)
    return [...turned.filter((id) => id !== undefined), ...started]
  }

  /** Checks only the port. Returns the id if its state changed. */
  async function knock(config: ProviderConfig): Promise<string | undefined> {
    const { id, baseUrl } = config
    const listening = await isListening(baseUrl)
    if (listening === undefined) return undefined
    const before = ports.get(id)
    const isSame = before?.baseUrl === baseUrl && before.open === listening
    if (isSame) return undefined
    const openedAt = performance.now()
    ports.set(id, { baseUrl, open: listening, openedAt, askedAt: -Infinity })
    if (!isKnown(config)) {
      // On the first check, the last listing gives the previous state.
      const wasOpen = isLoading(id) || listed(id)
      const was = before?.baseUrl === baseUrl ? before.open : wasOpen
      return was === undefined || was === listening ? undefined : id
    }
    // A known server counts as found only after it has identified itself.
    if (listening || !found.has(id)) return undefined
    setFound(id, false)
    return id
  }

  function isToBeAsked(id: string, now: number): boolean {
    const port = ports.get(id)
    if (!port?.open || found.has(id)) return false
    const isStarting = now - port.openedAt < startingMilliseconds
    if (!isStarting && now - port.askedAt < strangerMilliseconds) return false
    port.askedAt = now
    return true
  }

  async function pollOn(signal: AbortSignal): Promise<void> {
    ports.clear()
    while (!signal.aborted) {
      waitForLoading(signal)
      const changed = await poll().catch((): string[] => [])
      lookedAt = performance.now()
      if (changed.length > 0 && !signal.aborted) onChanged(changed)
      await wait(signal)
    }
  }

  return {
    isFound: (providerId) => found.has(providerId),
    ready(refresh) {
      if (!refresh && performance.now() - lookedAt < recentMilliseconds) return Promise.resolve()
      looking ??= look().finally(() => (looking = undefined))
      return looking
    },
    async follow(signal) {
      if (signal.aborted) return
      const left = new Promise((resolve) => signal.addEventListener('abort', resolve))
      followers += 1
      if (!polling) {
        polling = new AbortController()
        void pollOn(polling.signal)
      }
      await left
      followers -= 1
      if (followers > 0) return
      polling?.abort()
      polling = undefined
    },
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(pollMilliseconds, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Returns true for known servers at any address, and for other providers on this machine. */
function isWatched(config: ProviderConfig): boolean {
  const { enabled, kind, baseUrl } = config
  return enabled && kind !== 'guide' && (isKnown(config) || isLocalAddress(baseUrl))
}

function isKnown({ id }: ProviderConfig): boolean {
  return localServers.some((server) => server.id === id)
}
