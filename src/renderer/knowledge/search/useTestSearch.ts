import { useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'

type Found = Awaited<ReturnType<typeof api.knowledge.search>>

export interface TestSearchState {
  /** The last answer; undefined before the first one and for an empty query. */
  found: Found | undefined
  isSearching: boolean
  failure: { error: WireError; at: number } | undefined
}

const nothing: TestSearchState = { found: undefined, isSearching: false, failure: undefined }
const hitsLimit = 20
const pauseMilliseconds = 400

/**
 * Searches a base whenever the query has not changed for a moment, without letting it leave this
 * computer. The last answer stays until the next one. `submitted` counts how often the user asked
 * to search this query in full, at once.
 */
export function useTestSearch(baseId: string, query: string, submitted: number): TestSearchState {
  const [state, setState] = useState(nothing)
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') {
      setState(nothing)
      return
    }
    let current = true
    const search = async (): Promise<void> => {
      setState((known) => ({ ...known, isSearching: true }))
      try {
        const found = await api.knowledge.search({
          baseIds: [baseId],
          query: wanted,
          limit: hitsLimit,
          typing: submitted === 0,
        })
        if (current) setState({ found, isSearching: false, failure: undefined })
      } catch (error) {
        if (!current) return
        const failure = { error: toWire(error), at: Date.now() }
        setState({ found: undefined, isSearching: false, failure })
      }
    }
    const timer = setTimeout(() => void search(), submitted > 0 ? 0 : pauseMilliseconds)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [baseId, wanted, submitted])
  return state
}
