import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { setPending } from '../../markdown/pendingTexts.ts'
import { cancelSlices, queueSlices } from '../../markdown/view/sliceQueue.ts'

/** As many parts as are shown in the task in which they come. */
const partsAtOnce = 24
/** Elements that a part makes, as slices are counted. */
const marksPerPart = 16

export interface ShownParts {
  /** How many parts to show now. */
  shown: number
  /** An element behind them that stands for those still to come; find and copying look for it. */
  restRef: RefObject<HTMLDivElement | null>
}

/** Returns how many of an answer's parts to show: of many at once a few, and more with each frame. */
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
