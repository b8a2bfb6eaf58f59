import type { ProviderConfig } from '../../../shared/providers.ts'

export interface LoadingWaitOptions {
  configs: () => readonly ProviderConfig[]
  /** Returns whether the last listing of models says that the server is loading. */
  isLoading: (providerId: string) => boolean
  /** Lists a provider's models anew. Never rejects. */
  listAgain: (config: ProviderConfig) => Promise<void>
  /** Reports providers that have loaded. */
  onChanged: (providerIds: readonly string[]) => void
  /** Milliseconds since some moment. */
  now?: () => number
}

/** A large model loads for minutes, so the pauses between two requests double up to this. */
const longestPauseMilliseconds = 15_000
const firstPauseMilliseconds = 1000

/**
 * Returns a function that asks servers that are loading for their models again, once the pause
 * after the last request is over. It is called at each round of the watch, and waits for nothing.
 */
export function createLoadingWait(options: LoadingWaitOptions): (signal: AbortSignal) => void {
  const { configs, isLoading, listAgain, onChanged, now = () => performance.now() } = options
  const pauses = new Map<string, { milliseconds: number; endsAt: number }>()
  const asking = new Set<string>()

  async function ask(config: ProviderConfig, signal: AbortSignal): Promise<void> {
    const { id } = config
    asking.add(id)
    await listAgain(config)
    asking.delete(id)
    if (isLoading(id)) {
      const before = pauses.get(id)?.milliseconds ?? firstPauseMilliseconds / 2
      const milliseconds = Math.min(before * 2, longestPauseMilliseconds)
      pauses.set(id, { milliseconds, endsAt: now() + milliseconds })
      return
    }
    pauses.delete(id)
    if (!signal.aborted) onChanged([id])
  }

  return (signal) => {
    for (const config of configs()) {
      const { id, enabled } = config
      if (!enabled || !isLoading(id)) pauses.delete(id)
      else if (!asking.has(id) && now() >= (pauses.get(id)?.endsAt ?? 0)) void ask(config, signal)
    }
  }
}
