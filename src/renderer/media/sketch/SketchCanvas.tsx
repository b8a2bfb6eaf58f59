import { useEffect, useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingArea } from '../drawing/useDrawingArea.ts'
import { drawSketch, followStroke } from './sketchStrokes.ts'
import type { SketchStroke } from './sketchStrokes.ts'

interface SketchCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>
  /** The side of the drawing in pixels. */
  sidePixels: number
  strokes: readonly SketchStroke[]
  color: string
  /** The width of a new stroke, as a part of the side. */
  width: number
  /** Called with all strokes when one more is finished. */
  onStrokes: (strokes: readonly SketchStroke[]) => void
  /** Called whenever the drawing looks different. */
  onChange: (hasStrokes: boolean) => void
}

/** Shows the drawing, and draws where the pointer or the cross goes. */
export function SketchCanvas(props: SketchCanvasProps): ReactNode {
  const { canvas, sidePixels, strokes, color, width, onStrokes, onChange } = props
  const { t } = useTranslation()
  const keysId = useId()
  const ring = useRef<HTMLDivElement>(null)
  const drawing = useRef<SketchStroke>(undefined)
  /** The strokes that the canvas shows, without the one that grows. */
  const shown = useRef<readonly SketchStroke[]>(undefined)

  const show = (next: readonly SketchStroke[]): void => {
    shown.current = next
    if (canvas.current) drawSketch(canvas.current, next)
    onChange(next.length > 0)
  }
  useEffect(() => {
    // A stroke that was just finished is on the canvas, and was sent: once more would cost again.
    if (shown.current !== strokes) show(strokes)
  })

  const follow = (from: number): void => {
    if (!canvas.current || !drawing.current) return
    followStroke(canvas.current, drawing.current, from)
    onChange(true)
  }
  const { handlers } = useDrawingArea({
    ...{ canvas, width: 1, height: 1 },
    onMove([x, y]) {
      if (!ring.current) return
      ring.current.style.left = `${x * 100}%`
      ring.current.style.top = `${y * 100}%`
    },
    onBegin(point) {
      drawing.current = { color, width, points: [...point] }
      follow(0)
    },
    onDraw(points) {
      const known = drawing.current?.points ?? []
      const from = known.length / 2
      known.push(...points.flat())
      follow(from)
    },
    onEnd(isKept) {
      const stroke = drawing.current
      drawing.current = undefined
      if (!stroke || !isKept) return show(strokes)
      shown.current = [...strokes, stroke]
      onStrokes(shown.current)
    },
  })

  return (
    <div
      role="group"
      tabIndex={0}
      dir="ltr"
      aria-label={t('media.mask.area')}
      aria-describedby={keysId}
      className="group/canvas relative aspect-square w-full cursor-crosshair touch-none overflow-clip rounded-xl bg-white"
      {...handlers}
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
