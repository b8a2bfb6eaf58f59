import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'

/** Entries of a long list that are drawn at once: more of them would be felt at each key. */
const step = 50

interface GrowingCount {
  /** The number of entries to draw, at most all. */
  count: number
  grow: () => void
}

/** Returns how many of a list's entries to draw. It begins anew when `start` changes. */
export function useGrowingCount(length: number, start: unknown): GrowingCount {
  const [grown, setGrown] = useState({ start, count: step })
  const count = Object.is(grown.start, start) ? grown.count : step
  return { count: Math.min(length, count), grow: () => setGrown({ start, count: count + step }) }
}

interface GrowingEndProps {
  onSeen: () => void
}

/** Stands after the drawn entries of a list that has more. Tells when the user gets there. */
export function GrowingEnd({ onSeen }: GrowingEndProps): ReactNode {
  const end = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) tell()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} aria-hidden className="h-px" />
}
