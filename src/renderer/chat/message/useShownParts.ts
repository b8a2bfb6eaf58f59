import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { setPending } from '../../markdown/pendingTexts.ts'
import { cancelSlices, queueSlices } from '../../markdown/view/sliceQueue.ts'

/** Number of parts shown in the task in which they arrive. */
const partsAtOnce = 24
/** Number of elements per part, for the size of slices. */
const marksPerPart = 16

export interface ShownParts {
  /** The number of parts to show now. */
  shown: number
  /**
   * Marks the element behind them, which is there while parts are missing. Find and copying look
   * for it.
   */
  restRef: RefObject<HTMLDivElement | null>
}

/**
 * Returns how many of an answer's parts to show: a few of many at once, and more with each frame.
 */
export function useShownParts(count: number): ShownParts {
  const [limit, setLimit] = useState(partsAtOnce)
  const restRef = useRef<HTMLDivElement>(null)
  const showAll = useCallback(() => flushSync(() => setLimit(Infinity)), [])
  const shown = Math.min(count, limit)
  const isWhole = shown === count

  useEffect(() => {
    const rest = restRef.current
    if (isWhole || !rest) return
    const showMore = (marks: number): boolean => {
      setLimit((before) => before + Math.ceil(marks / marksPerPart))
      return false
    }
    setPending(rest, showAll)
    queueSlices(showMore)
    return () => {
      cancelSlices(showMore)
      setPending(rest, undefined)
    }
  }, [isWhole, shown, showAll])

  return { shown, restRef }
}
