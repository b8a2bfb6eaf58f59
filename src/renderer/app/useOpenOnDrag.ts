import { useEffect, useRef } from 'react'
import type { DragEvent } from 'react'
import { carriesFiles } from '../core/draggedFiles.ts'

/** Long enough that a drag that only passes by opens nothing. */
const restMilliseconds = 500

interface DragHandlers {
  onDragEnter: (event: DragEvent) => void
  onDragLeave: (event: DragEvent) => void
}

/** Returns the attributes of a button that works while the user holds dragged files over it. */
export function useOpenOnDrag(open: () => void): DragHandlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => stop, [])
  return {
    onDragEnter({ dataTransfer }) {
      if (timer.current !== undefined || !carriesFiles(dataTransfer)) return
      timer.current = setTimeout(() => {
        stop()
        open()
      }, restMilliseconds)
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      // The icon is part of the button.
      const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isWithin) stop()
    },
  }
}
