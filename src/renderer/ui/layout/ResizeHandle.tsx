import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { textScale } from '../textScale.ts'

interface ResizeHandleProps {
  label: string
  /** The edge of the window that its panel stands at. */
  side?: 'start' | 'end'
  /** The panel's width in CSS pixels at the default text size. */
  width: number
  minimum: number
  maximum: number
  onWidthChange: (width: number) => void
}

const keyStepPixels = 16

/** Shows the edge between a panel and the next one; the pointer or the arrow keys move it. */
export function ResizeHandle(props: ResizeHandleProps): ReactNode {
  const { label, side = 'start', width, minimum, maximum, onWidthChange } = props
  const dragged = useRef<{ from: number; width: number } | undefined>(undefined)
  const change = (next: number): void =>
    onWidthChange(Math.round(Math.min(maximum, Math.max(minimum, next))))

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = { from: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const start = dragged.current
    if (!start) return
    const moved = (event.clientX - start.from) / textScale()
    change(start.width + moved * growing(event.currentTarget, side))
  }
  const onPointerEnd = (): void => {
    dragged.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const direction = growing(event.currentTarget, side)
    const steps: Record<string, number> = {
      ArrowLeft: width - keyStepPixels * direction,
      ArrowRight: width + keyStepPixels * direction,
      Home: minimum,
      End: maximum,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    change(next)
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
      className="pressable relative z-10 -mx-1 w-2 shrink-0 cursor-col-resize touch-none rounded-full hover:bg-selected"
    />
  )
}

/** Returns 1 if the panel grows when the handle moves to the right, else -1. */
function growing(element: HTMLElement, side: 'start' | 'end'): 1 | -1 {
  const isLeftToRight = getComputedStyle(element).direction !== 'rtl'
  return isLeftToRight === (side === 'start') ? 1 : -1
}
