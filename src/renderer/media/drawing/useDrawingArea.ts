import { useRef } from 'react'
import type { DOMAttributes, KeyboardEvent, PointerEvent, RefObject } from 'react'

export type Point = readonly [x: number, y: number]

export interface DrawingAreaOptions {
  /** The canvas, which fills the area. */
  canvas: RefObject<HTMLCanvasElement | null>
  /** Size of the area, in the unit of its points. */
  width: number
  height: number
  /** Called with each place of the pointer or the cross, also between two strokes. */
  onMove: (point: Point) => void
  /** Called when an arrow key has moved the cross. */
  onKeyMove?: () => void
  onBegin: (point: Point) => void
  /** Called with the next points of the stroke. */
  onDraw: (points: readonly Point[]) => void
  /** Called at the end of a stroke; with false if the user or the system has broken it off. */
  onEnd: (isKept: boolean) => void
}

export interface DrawingArea {
  /** The place of the pointer or the cross. */
  cross: RefObject<Point>
  /** For the element that the user draws on. */
  handlers: DOMAttributes<HTMLElement>
}

/** Distance that an arrow key moves the cross, as a part of the longer side. */
const keyStep = 1 / 100
const longKeyStep = 1 / 10

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Draws where the pointer goes, or the cross, which the arrow keys move while Space is held. */
export function useDrawingArea(options: DrawingAreaOptions): DrawingArea {
  const { canvas, width, height, onMove, onKeyMove, onBegin, onDraw, onEnd } = options
  const cross = useRef<Point>([width / 2, height / 2])
  const isDrawing = useRef(false)

  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box || box.width === 0) return cross.current
    const perPixel = width / box.width
    return [(clientX - box.left) * perPixel, (clientY - box.top) * perPixel]
  }
  const moveTo = (point: Point): void => {
    cross.current = point
    onMove(point)
  }
  const begin = (): void => {
    isDrawing.current = true
    onBegin(cross.current)
  }
  const draw = (points: readonly Point[]): void => {
    if (isDrawing.current) onDraw(points)
  }
  const end = (isKept: boolean): void => {
    if (!isDrawing.current) return
    isDrawing.current = false
    onEnd(isKept)
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    moveTo(pointAt(event))
    begin()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const passed = event.nativeEvent.getCoalescedEvents().map(pointAt)
    moveTo(pointAt(event))
    draw(passed.length > 0 ? passed : [cross.current])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const direction = directions[event.key]
    const isBreakingOff = event.key === 'Escape' && isDrawing.current
    if (event.key !== ' ' && !isBreakingOff && !direction) return
    event.preventDefault()
    if (isBreakingOff) return end(false)
    if (!direction) {
      if (!isDrawing.current) begin()
      return
    }
    const step = Math.max(width, height) * (event.shiftKey ? longKeyStep : keyStep)
    const [x, y] = cross.current
    moveTo([clamp(x + direction[0] * step, width), clamp(y + direction[1] * step, height)])
    draw([cross.current])
    onKeyMove?.()
  }
  return {
    cross,
    handlers: {
      ...{ onPointerDown, onPointerMove, onKeyDown },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
      onKeyUp: ({ key }) => key === ' ' && end(true),
      onBlur: () => end(true),
    },
  }
}

function clamp(place: number, end: number): number {
  return Math.min(end, Math.max(0, place))
}
