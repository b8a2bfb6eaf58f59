import { useRef, useState } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { frameSides } from './frame.ts'
import type { Frame, FrameSide } from './frame.ts'

export interface FrameHandlesProps {
  frame: Frame
  /** CSS pixels of a pixel of the picture. */
  scale: number
  /** Returns the frame with a side this far out. */
  moved: (side: FrameSide, pixels: number) => Frame
  onMove: (side: FrameSide, pixels: number) => void
}

/** Shows the frame around a picture, with a handle on each side to drag. */
export function FrameHandles({ frame, scale, moved, onMove }: FrameHandlesProps): ReactNode {
  const drag = useRef<{ side: FrameSide; from: number; pixels: number }>(undefined)
  const [shown, setShown] = useState<Frame>()
  const now = shown ?? frame
  const begin = (event: PointerEvent, side: FrameSide): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { side, from: alongOf(event, side), pixels: frame[side] }
  }
  const move = (event: PointerEvent): void => {
    const held = drag.current
    if (!held) return
    const distance = (alongOf(event, held.side) - held.from) / scale
    held.pixels = frame[held.side] + distance
    setShown(moved(held.side, held.pixels))
  }
  const end = (keeps: boolean): void => {
    const held = drag.current
    drag.current = undefined
    setShown(undefined)
    if (held && keeps) onMove(held.side, held.pixels)
  }
  return (
    // The number fields do the same for the keyboard.
    <div
      aria-hidden
      className="pointer-events-none absolute outline-2 outline-accent outline-dashed"
      // The room holds the frame as it was when the drag began.
      style={{
        top: (frame.top - now.top) * scale,
        right: (frame.right - now.right) * scale,
        bottom: (frame.bottom - now.bottom) * scale,
        left: (frame.left - now.left) * scale,
      }}
    >
      {frameSides.map((side) => (
        <div
          key={side}
          data-side={side}
          className={`pointer-events-auto absolute grid touch-none place-items-center ${places[side]}`}
          onPointerDown={(event) => begin(event, side)}
          onPointerMove={move}
          onPointerUp={() => end(true)}
          onPointerCancel={() => end(false)}
        >
          <span className="size-3.5 rounded-full border-2 border-white bg-accent shadow-[0_0_0_1px_#0006]" />
        </div>
      ))}
    </div>
  )
}

/** Returns where the pointer is on a side's own axis, outwards. */
function alongOf({ clientX, clientY }: PointerEvent, side: FrameSide): number {
  const along = side === 'left' || side === 'right' ? clientX : clientY
  return side === 'left' || side === 'top' ? -along : along
}

const places: Readonly<Record<FrameSide, string>> = {
  top: 'inset-x-0 -top-3 h-6 cursor-ns-resize',
  bottom: 'inset-x-0 -bottom-3 h-6 cursor-ns-resize',
  left: 'inset-y-0 -left-3 w-6 cursor-ew-resize',
  right: 'inset-y-0 -right-3 w-6 cursor-ew-resize',
}
