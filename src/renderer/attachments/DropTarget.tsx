import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { carriesStored } from '../core/draggedFiles.ts'

interface DropTargetProps {
  /** Effect of a drop, shown while the user drags files over the window. */
  label: string
  onDrop: (transfer: DataTransfer) => void
  /** Whether files that main has, dragged here from another place, are taken too. */
  takesStored?: boolean
}

/** Accepts files dropped anywhere in the window, and says so while the user drags some over it. */
export function DropTarget({ label, onDrop, takesStored = false }: DropTargetProps): ReactNode {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onDrop)
  useEffect(() => followDrags({ onOver: setOver, onDrop: take, takesStored }), [takesStored])
  return (
    over &&
    createPortal(
      <div className="pointer-events-none fixed inset-2 z-50 grid place-items-center rounded-2xl border-2 border-dashed border-focus bg-canvas/85 text-lg font-medium">
        {label}
      </div>,
      document.body,
    )
  )
}

interface DragFollower {
  onOver: (over: boolean) => void
  onDrop: (transfer: DataTransfer) => void
  takesStored: boolean
}

/** Follows drags from outside the page, and from its other places. Returns a function that ends this. */
function followDrags({ onOver, onDrop, takesStored }: DragFollower): () => void {
  const listening = new AbortController()
  const { signal } = listening
  /** Dragging a picture of the page itself also carries a file. */
  let own = false
  const isTaken = (event: DragEvent): boolean =>
    (!own && holdsFiles(event)) ||
    (takesStored && event.dataTransfer !== null && carriesStored(event.dataTransfer))
  const onDrag = (event: DragEvent): void => {
    if (!isTaken(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    onOver(true)
  }
  // One that main drags comes back as files from outside, which can be dropped here.
  document.addEventListener('dragstart', (event) => (own = !event.defaultPrevented), { signal })
  document.addEventListener('dragend', () => (own = false), { signal })
  document.addEventListener('dragenter', onDrag, { signal })
  document.addEventListener('dragover', onDrag, { signal })
  document.addEventListener(
    'dragleave',
    // A drag from one element to the next does not leave the window.
    ({ relatedTarget }) => relatedTarget === null && onOver(false),
    { signal },
  )
  document.addEventListener(
    'drop',
    (event) => {
      onOver(false)
      if (!isTaken(event) || !event.dataTransfer) return
      event.preventDefault()
      onDrop(event.dataTransfer)
    },
    { signal },
  )
  return () => {
    listening.abort()
    onOver(false)
  }
}

/** Refuses dropped files that nothing accepts, which the browser would open instead. */
export function refuseStrayFiles(): void {
  window.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !holdsFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })
  window.addEventListener('drop', (event) => {
    if (holdsFiles(event)) event.preventDefault()
  })
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}
