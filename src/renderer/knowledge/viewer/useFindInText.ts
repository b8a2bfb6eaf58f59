import { useEffect, useRef, useState } from 'react'
import type { FindCount, FindDirection } from './FindField.tsx'
import { findInText, type TextRange } from './findInText.ts'
import type { TextReader } from './createTextReader.ts'

interface Found {
  query: string
  matches: readonly TextRange[]
  /** The index of the match that is shown. */
  current: number
}

const nothing: Found = { query: '', matches: [], current: 0 }

interface TextFind {
  matches: readonly TextRange[]
  current: TextRange | undefined
  count: FindCount
  find: (query: string, direction: FindDirection) => void
}

/** Searches a text while the user types. `onShow` is called for each match to show. */
export function useFindInText(
  reader: Pick<TextReader, 'slice'>,
  length: number,
  onShow: (match: TextRange) => void = () => undefined,
): TextFind {
  const [found, setFound] = useState(nothing)
  const searching = useRef<AbortController>(null)
  useEffect(() => () => searching.current?.abort(), [reader])

  async function search(query: string): Promise<void> {
    searching.current?.abort()
    const { signal } = (searching.current = new AbortController())
    const matches = await findInText(length, reader.slice, query, signal)
    if (signal.aborted) return
    setFound({ query, matches, current: 0 })
    if (matches[0]) onShow(matches[0])
  }

  function find(query: string, direction: FindDirection): void {
    const { matches, current } = found
    if (direction === 'first' || query !== found.query) {
      // The document says that it can't be read.
      search(query).catch(() => undefined)
      return
    }
    if (matches.length === 0) return
    const next = (current + (direction === 'next' ? 1 : -1) + matches.length) % matches.length
    setFound({ ...found, current: next })
    const match = matches[next]
    if (match) onShow(match)
  }

  const { matches, current } = found
  const total = matches.length
  return {
    matches,
    current: matches[current],
    count: { current: total > 0 ? current + 1 : 0, total },
    find,
  }
}
