import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Spinner } from '../ui/Spinner.tsx'
import { loadOlder } from './thread.ts'
import type { Thread } from './thread.ts'

/** How far before the upper end the next older page is asked for. */
const loadAheadPixels = 1200

interface OlderMessagesProps {
  thread: Thread
  scroller: HTMLElement | null
}

/** Stands where older messages will be, and loads them as the reader comes near. */
export function OlderMessages({ thread, scroller }: OlderMessagesProps): ReactNode {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element || !scroller) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        // Seen anew after the page has come, in case that it was not enough.
        void loadOlder(thread).then(() => {
          observer.unobserve(element)
          observer.observe(element)
        })
      },
      { root: scroller, rootMargin: `${loadAheadPixels}px 0px 0px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [thread, scroller])
  return (
    <div ref={mark} className="flex h-10 shrink-0 items-center justify-center text-muted">
      <Spinner />
    </div>
  )
}
