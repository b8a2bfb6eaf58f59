import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'

/** A provider's models for all tasks, or the error of listing them. */
export type Listing = { models: readonly Model[] } | { error: AppError }

export interface ListOptions {
  /** Changes with everything that affects the list: address, key, headers. */
  fingerprint: string
  /** Ignores the cached list, even a recent one. */
  refresh: boolean
  fetch: () => Promise<readonly Model[]>
}

export interface ModelCache {
  /** Returns the listing. Concurrent callers share one request. Never rejects. */
  list: (providerId: string, options: ListOptions) => Promise<Listing>
  /** Returns the last listing, however old. */
  known: (providerId: string, fingerprint: string) => Listing | undefined
  /** Returns the listing that is on its way; undefined for none. Never rejects. */
  pending: (providerId: string, fingerprint: string) => Promise<Listing> | undefined
  /** Returns whether the last listing succeeded; undefined if there is none. */
  succeeded: (providerId: string) => boolean | undefined
  /** Returns whether the last listing says that the server, or a model, is still loading. */
  isLoading: (providerId: string) => boolean
  forget: (providerId: string) => void
}

const freshMilliseconds = 5 * 60_000
/** A failure expires sooner, because the user may be fixing it. */
const failureMilliseconds = 20_000

interface Entry {
  fingerprint: string
  listing: Listing | undefined
  at: number
  pending: Promise<Listing> | undefined
}

export function createModelCache(now: () => number = Date.now): ModelCache {
  const entries = new Map<string, Entry>()

  function entryOf(providerId: string, fingerprint: string): Entry {
    const entry = entries.get(providerId)
    if (entry?.fingerprint === fingerprint) return entry
    const fresh: Entry = { fingerprint, listing: undefined, at: 0, pending: undefined }
    entries.set(providerId, fresh)
    return fresh
  }

  async function ask(entry: Entry, fetch: ListOptions['fetch']): Promise<Listing> {
    const listing = await fetch().then(
      (models) => ({ models }),
      (error: unknown) => ({ error: asAppError(error) }),
    )
    entry.listing = listing
    entry.at = now()
    entry.pending = undefined
    return listing
  }

  return {
    async list(providerId, { fingerprint, refresh, fetch }) {
      const entry = entryOf(providerId, fingerprint)
      if (entry.pending) return entry.pending
      if (!refresh && entry.listing && now() - entry.at < lifetimeOf(entry.listing)) {
        return entry.listing
      }
      return (entry.pending = ask(entry, fetch))
    },
    known(providerId, fingerprint) {
      const entry = entries.get(providerId)
      return entry?.fingerprint === fingerprint ? entry.listing : undefined
    },
    pending(providerId, fingerprint) {
      const entry = entries.get(providerId)
      return entry?.fingerprint === fingerprint ? entry.pending : undefined
    },
    succeeded(providerId) {
      const listing = entries.get(providerId)?.listing
      return listing && 'models' in listing
    },
    isLoading(providerId) {
      const listing = entries.get(providerId)?.listing
      if (!listing) return false
      if ('models' in listing)
        return listing.models.some(({ loadState }) => loadState === 'loading')
      return listing.error.code === 'modelLoading' || listing.error.details.status === 503
    },
    forget: (providerId) => void entries.delete(providerId),
  }
}

function lifetimeOf(listing: Listing): number {
  return 'error' in listing ? failureMilliseconds : freshMilliseconds
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal', 'Listing the models failed', {}, error)
}
