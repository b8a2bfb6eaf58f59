import { useEffect, useState } from 'react'
import type { SearchHit } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'

const pauseMilliseconds = 150
const maxHits = 50

interface Search {
  /** The hits of the last answered query; undefined before the first answer. */
  hits: readonly SearchHit[] | undefined
  error: WireError | undefined
  retry: () => void
}

/** Searches titles and messages when the user pauses, and drops late answers. */
export function useSearch(query: string): Search {
  const [hits, setHits] = useState<readonly SearchHit[]>()
  const [error, setError] = useState<WireError>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      api.chat
        .search({ query, limit: maxHits })
        .then((found) => {
          if (!wanted) return
          setHits(found)
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
  }, [query, attempts])
  return { hits, error, retry: () => setAttempts((count) => count + 1) }
}
