import { useEffect, useState } from 'react'
import type { SearchHit } from '../../../shared/chat/chat.ts'
import type { SearchFilters } from '../../../shared/chat/searching.ts'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { hasFilters } from './searchState.ts'

const pauseMilliseconds = 150
/** The most hits of a search. */
export const maxHits = 50

interface Search {
  /** The number of hits without filters, if these leave none; null if nothing else was asked. */
  unfiltered: number | null
  /** The hits of the last answered query; undefined before the first answer. */
  hits: readonly SearchHit[] | undefined
  error: WireError | undefined
  retry: () => void
}

/** Searches titles and messages when the user pauses, and drops late answers. */
export function useSearch(query: string, filters: SearchFilters): Search {
  const [unfiltered, setUnfiltered] = useState<number | null>(null)
  const [hits, setHits] = useState<readonly SearchHit[]>()
  const [error, setError] = useState<WireError>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      find(query, filters)
        .then((found) => {
          if (!wanted) return
          setHits(found.hits)
          setUnfiltered(found.unfiltered)
          setError(undefined)
        })
        .catch((failure: unknown) => {
          if (wanted) setError(toWire(failure))
        })
    }, pauseMilliseconds)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [query, filters, attempts])
  return { hits, unfiltered, error, retry: () => setAttempts((count) => count + 1) }
}

async function find(
  query: string,
  filters: SearchFilters,
): Promise<{ hits: readonly SearchHit[]; unfiltered: number | null }> {
  const hits = await api.chat.search({ query, filters, limit: maxHits })
  if (hits.length > 0 || query === '' || !hasFilters(filters)) return { hits, unfiltered: null }
  const others = await api.chat.search({ query, limit: maxHits })
  return { hits, unfiltered: others.length }
}
