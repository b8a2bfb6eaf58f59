import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { drawSketch } from './sketchStrokes.ts'
import type { SketchStroke } from './sketchStrokes.ts'

interface SketchCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>
  /** The side of the drawing in pixels. */
  sidePixels: number
  strokes: readonly SketchStroke[]
  color: string
  /** The width of a new stroke, as a part of the side. */
  width: number
  onStroke: (stroke: SketchStroke) => void
  /** Called whenever the drawing looks different, with the number of its strokes. */
  onChange: (strokes: number) => void
}

/** Distance that an arrow key moves the cross, as a part of the side. */
const keyStep = 1 / 50
const longKeyStep = 1 / 10

type Point = readonly [x: number, y: number]

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Shows the drawing, and draws where the pointer or the cross goes. */
export function SketchCanvas(props: SketchCanvasProps): ReactNode {
  const { canvas, sidePixels, strokes, color, width, onStroke, onChange } = props
  const { t } = useTranslation()
  const keysId = useId()
  const ring = useRef<HTMLDivElement>(null)
  const cross = useRef<Point>([0.5, 0.5])
  const drawing = useRef<SketchStroke>(undefined)

  useEffect(() => {
    if (canvas.current) drawSketch(canvas.current, strokes)
    onChange(strokes.length)
  }, [canvas, strokes, sidePixels, onChange])

  const moveTo = (point: Point): void => {
    cross.current = point
    if (!ring.current) return
    ring.current.style.left = `${point[0] * 100}%`
    ring.current.style.top = `${point[1] * 100}%`
  }
  const pointOf = (event: PointerEvent): Point => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box || box.width === 0) return cross.current
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
  }
  const show = (): void => {
    const now = drawing.current
    if (!now || !canvas.current) return
    drawSketch(canvas.current, [...strokes, now])
    onChange(strokes.length + 1)
  }
  const begin = (): void => {
    drawing.current = { color, width, points: [...cross.current] }
    show()
  }
  const draw = (): void => {
    drawing.current?.points.push(...cross.current)
    show()
  }
  const end = (): void => {
    const now = drawing.current
    drawing.current = undefined
    if (now) onStroke(now)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    moveTo(pointOf(event))
    begin()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const direction = directions[event.key]
    if (event.key !== ' ' && !direction) return
    event.preventDefault()
    if (!direction) {
      if (!drawing.current) begin()
      return
    }
    const step = event.shiftKey ? longKeyStep : keyStep
    const [x, y] = cross.current
    moveTo([clamp(x + direction[0] * step), clamp(y + direction[1] * step)])
    draw()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drawing has no role of its own
    <div
      role="group"
      tabIndex={0}
      dir="ltr"
      aria-label={t('media.mask.area')}
      aria-describedby={keysId}
      className="group/canvas relative aspect-square w-full cursor-crosshair touch-none overflow-clip rounded-xl bg-white"
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        moveTo(pointOf(event))
        draw()
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => event.key === ' ' && end()}
      onBlur={end}
    >
      <p id={keysId} hidden>
        {t('media.mask.keys')}
      </p>
      <canvas ref={canvas} width={sidePixels} height={sidePixels} className="size-full" />
      <div
        ref={ring}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-1/2 hidden size-3 -translate-1/2 rounded-full border border-white shadow-[0_0_0_1px_#000] group-focus-visible/canvas:block"
      />
    </div>
  )
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part))
}
