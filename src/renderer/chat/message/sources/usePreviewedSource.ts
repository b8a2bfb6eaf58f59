import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, PointerEvent } from 'react'
import type { PressedSource } from './Sources.tsx'

const hoverMilliseconds = 300

interface PreviewedSource {
  /** The source that the pointer rests on, or that has the keyboard's focus. */
  previewed: PressedSource | undefined
  close: () => void
  /** For the element around the text and the list of sources. */
  handlers: {
    onPointerOver: (event: PointerEvent) => void
    onPointerOut: (event: PointerEvent) => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
    onClick: () => void
  }
}

/** Follows pointer and focus over the numbers of sources, wherever they stand inside an element. */
export function usePreviewedSource(): PreviewedSource {
  const [previewed, setPreviewed] = useState<PressedSource>()
  const timer = useRef<number>(undefined)
  const stop = (): void => window.clearTimeout(timer.current)
  const close = (): void => {
    stop()
    setPreviewed(undefined)
  }
  useEffect(() => stop, [])
  return {
    previewed,
    close,
    handlers: {
      onPointerOver(event) {
        const found = event.pointerType === 'mouse' ? sourceAt(event.target) : undefined
        if (!found) return
        stop()
        timer.current = window.setTimeout(() => setPreviewed(found), hoverMilliseconds)
      },
      onPointerOut(event) {
        if (sourceAt(event.target)) close()
      },
      onFocus({ target }) {
        const found = target.matches(':focus-visible') ? sourceAt(target) : undefined
        if (found) setPreviewed(found)
      },
      onBlur: close,
      onClick: close,
    },
  }
}

function sourceAt(target: EventTarget): PressedSource | undefined {
  const anchor = target instanceof Element ? target.closest('[data-source]') : null
  if (!(anchor instanceof HTMLElement)) return undefined
  return { number: Number(anchor.dataset['source']), anchor }
}
