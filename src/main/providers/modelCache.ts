import { AppError } from '../../shared/errors.ts'
import type { Model } from '../../shared/models.ts'
import { boundModels } from './modelLimits.ts'
import type { BoundModels } from './modelLimits.ts'

/** One provider's models, or why they could not be listed. */
export type Listing = BoundModels | { error: AppError }

export interface ListOptions {
  /** Changes with all that the list depends on: address, key, headers. */
  fingerprint: string
  /** Asks again, however young the known list is. */
  refresh: boolean
  fetch: () => Promise<readonly Model[]>
}

export interface ModelCache {
  /** Never rejects; callers at the same time share one request. */
  list: (providerId: string, options: ListOptions) => Promise<Listing>
  /** The last listing that is known, however old. */
  known: (providerId: string, fingerprint: string) => Listing | undefined
  /** Whether the last listing has models, or is a failure; undefined while there is none. */
  succeeded: (providerId: string) => boolean | undefined
  forget: (providerId: string) => void
}

const freshMilliseconds = 5 * 60_000
/** A failure is asked about again sooner: the user may just be mending it. */
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
    const listing = await fetch().then(boundModels, (error: unknown) => ({
      error: asAppError(error),
    }))
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
    succeeded(providerId) {
      const listing = entries.get(providerId)?.listing
      return listing && 'models' in listing
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
