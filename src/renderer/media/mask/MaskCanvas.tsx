import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingArea } from '../drawing/useDrawingArea.ts'
import type { Point } from '../drawing/useDrawingArea.ts'
import { createMaskBitmap } from './createMaskBitmap.ts'
import type { MaskBitmap } from './createMaskBitmap.ts'
import { maskColour } from './drawStroke.ts'
import { enlargedSize } from './frame.ts'
import type { Frame } from './frame.ts'
import { FrameHandles } from './FrameHandles.tsx'
import type { FrameHandlesProps } from './FrameHandles.tsx'
import { rectanglePoints } from './maskStrokes.ts'
import type { MaskStroke } from './maskStrokes.ts'
import type { MaskTool } from './maskTools.ts'

interface MaskCanvasProps {
  picture: { url: string; width: number; height: number }
  strokes: readonly MaskStroke[]
  tool: MaskTool
  /** The width of the brush in pixels of the picture. */
  size: number
  /** Width of the mask's soft edge, in pixels of the picture. */
  feather: number
  /** 1 fits the picture to its room. */
  zoom: number
  canvas: RefObject<HTMLCanvasElement | null>
  /** Area added around the picture; all of it is masked. */
  frame: Frame
  moved: FrameHandlesProps['moved']
  onMove: FrameHandlesProps['onMove']
  onStroke: (stroke: MaskStroke) => void
  onZoom: (direction: 1 | -1) => void
}

/** The step that the pointer or the keys are drawing now. */
interface Drawing {
  start: Point
  /** The points so far, to which the next ones are added. */
  points: number[]
  stroke: Extract<MaskStroke, { kind: 'brush' }> | undefined
}

/** Shows the picture under its mask, and draws where the pointer or the cross goes. */
export function MaskCanvas(props: MaskCanvasProps): ReactNode {
  const { picture, strokes, tool, size, feather, zoom, canvas, frame, onStroke, onZoom } = props
  const { t } = useTranslation()
  const keysId = useId()
  const room = useRef<HTMLDivElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  const bitmap = useRef<MaskBitmap>(undefined)
  const drawing = useRef<Drawing>(undefined)
  const [area, setArea] = useState<readonly number[]>([])
  const whole = enlargedSize(picture, frame)
  const isFraming = tool === 'frame'
  const fit = useFit(room, { ...whole, part: isFraming ? framingPart : 1 })
  const scale = fit * zoom
  const ringSize = Math.max(minRingPixels, size * scale)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    bitmap.current ??= createMaskBitmap(context)
    bitmap.current.show(strokes)
  }, [canvas, strokes])

  const wheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onZoom(event.deltaY < 0 ? 1 : -1)
  })
  useEffect(() => {
    const element = room.current
    const listener = (event: WheelEvent): void => wheel(event)
    // React's own listener can't keep the page from zooming.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])

  const begin = (point: Point): void => {
    if (isFraming) return
    const points = [...point]
    const isBrush = tool === 'brush' || tool === 'eraser'
    const stroke = isBrush
      ? ({ kind: 'brush', erases: tool === 'eraser', size, points } as const)
      : undefined
    drawing.current = { start: point, points, stroke }
    if (stroke) bitmap.current?.follow(stroke)
  }
  const draw = (points: readonly Point[]): void => {
    const now = drawing.current
    const last = points.at(-1)
    if (!now || !last) return
    if (tool === 'rectangle') now.points = rectanglePoints(now.start, last)
    else now.points.push(...points.flat())
    if (now.stroke) bitmap.current?.follow(now.stroke)
    else setArea([...now.points])
  }
  const end = (keeps: boolean): void => {
    const now = drawing.current
    drawing.current = undefined
    setArea([])
    if (!now) return
    const isArea = now.points.length >= 6
    if (keeps && now.stroke) onStroke(now.stroke)
    else if (keeps && isArea) onStroke({ kind: 'area', erases: false, points: now.points })
    else bitmap.current?.show(strokes)
  }

  const { cross, handlers } = useDrawingArea({
    ...{ canvas, width: picture.width, height: picture.height },
    onMove: (point) => moveRing(ring.current, point, scale),
    onKeyMove: () => ring.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    ...{ onBegin: begin, onDraw: draw, onEnd: end },
  })

  // The ring stays where it is in the picture.
  useLayoutEffect(() => moveRing(ring.current, cross.current, scale), [cross, scale])

  return (
    <div ref={room} dir="ltr" className="grid min-h-0 flex-1 overflow-auto bg-sunken">
      <div
        className="relative m-auto"
        style={{ width: whole.width * scale, height: whole.height * scale }}
      >
        <div
          aria-hidden
          className="absolute inset-0 opacity-55"
          style={{ background: maskColour }}
        />
        <div
          role="group"
          tabIndex={0}
          aria-label={t('media.mask.area')}
          aria-describedby={keysId}
          className={`group/canvas absolute touch-none overflow-clip bg-sunken outline-offset-[-2px] ${isFraming ? '' : 'cursor-crosshair'}`}
          style={{
            width: picture.width * scale,
            height: picture.height * scale,
            left: frame.left * scale,
            top: frame.top * scale,
          }}
          {...handlers}
        >
          <p id={keysId} hidden>
            {t('media.mask.keys')}
          </p>
          <img src={picture.url} alt="" draggable={false} className="size-full select-none" />
          <canvas
            ref={canvas}
            width={picture.width}
            height={picture.height}
            className="absolute inset-0 size-full opacity-55"
            style={{ filter: feather > 0 ? `blur(${feather * scale}px)` : undefined }}
          />
          <svg
            aria-hidden
            viewBox={`0 0 ${picture.width} ${picture.height}`}
            className="pointer-events-none absolute inset-0 size-full fill-accent/30 stroke-accent"
          >
            <polygon
              points={area.join(' ')}
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="6 4"
            />
          </svg>
          <div
            ref={ring}
            aria-hidden
            className={`pointer-events-none absolute top-0 left-0 hidden rounded-full border border-white shadow-[0_0_0_1px_#000] ${isFraming ? '' : 'group-hover/canvas:block group-focus-visible/canvas:block'}`}
            style={{
              width: ringSize,
              height: ringSize,
              margin: -ringSize / 2,
            }}
          />
        </div>
        {isFraming && (
          <FrameHandles frame={frame} scale={scale} moved={props.moved} onMove={props.onMove} />
        )}
      </div>
    </div>
  )
}

const minRingPixels = 6

function moveRing(ring: HTMLElement | null, [x, y]: Point, scale: number): void {
  if (ring) ring.style.translate = `${x * scale}px ${y * scale}px`
}

/** Returns how many CSS pixels a pixel of the picture takes when the whole fits its room. */
function useFit(
  room: RefObject<HTMLElement | null>,
  { width, height, part }: { width: number; height: number; part: number },
): number {
  const [fit, setFit] = useState(0)
  useEffect(() => {
    const element = room.current
    if (!element) return
    const measure = (): void => {
      // Measures the border box: the content box shrinks when scroll bars appear.
      const { width: wide, height: high } = element.getBoundingClientRect()
      setFit(Math.min(maxScale, (wide * part - margin) / width, (high * part - margin) / height))
    }
    measure()
    const resizing = new ResizeObserver(measure)
    resizing.observe(element)
    return () => resizing.disconnect()
  }, [room, width, height, part])
  return fit
}

const margin = 32
/** The part of the room that the whole takes while there must be space to drag its frame. */
const framingPart = 0.7
/** A small picture is drawn larger than it is, but not until its pixels are all that is seen. */
const maxScale = 4
