import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
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

type Point = readonly [x: number, y: number]

/** The step that the pointer or the keys are drawing now. */
interface Drawing {
  start: Point
  /** The points so far, to which the next ones are added. */
  points: number[]
  stroke: Extract<MaskStroke, { kind: 'brush' }> | undefined
}

/** Distance that an arrow key moves the cross, as a part of the picture's longer side. */
const keyStep = 1 / 100
const longKeyStep = 1 / 10

/** Shows the picture under its mask, and draws where the pointer or the cross goes. */
export function MaskCanvas(props: MaskCanvasProps): ReactNode {
  const { picture, strokes, tool, size, feather, zoom, canvas, frame, onStroke, onZoom } = props
  const { t } = useTranslation()
  const keysId = useId()
  const room = useRef<HTMLDivElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  const bitmap = useRef<MaskBitmap>(undefined)
  const drawing = useRef<Drawing>(undefined)
  const cross = useRef<Point>([picture.width / 2, picture.height / 2])
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

  // The ring stays where it is in the picture.
  useLayoutEffect(() => moveRing(ring.current, cross.current, scale), [scale])

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

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box || box.width === 0) return [0, 0]
    const perPixel = picture.width / box.width
    return [(event.clientX - box.left) * perPixel, (event.clientY - box.top) * perPixel]
  }
  const moveCross = (point: Point): void => {
    cross.current = point
    moveRing(ring.current, point, scale)
  }
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
  const draw = (...points: readonly Point[]): void => {
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

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    moveCross(pointOf(event))
    begin(cross.current)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const passed = event.nativeEvent.getCoalescedEvents().map(pointOf)
    moveCross(pointOf(event))
    draw(...(passed.length > 0 ? passed : [cross.current]))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === ' ') {
      event.preventDefault()
      if (!drawing.current) begin(cross.current)
      return
    }
    if (event.key === 'Escape' && drawing.current) {
      event.preventDefault()
      end(false)
      return
    }
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    const side = Math.max(picture.width, picture.height)
    const step = side * (event.shiftKey ? longKeyStep : keyStep)
    const [x, y] = cross.current
    moveCross([
      Math.min(picture.width, Math.max(0, x + direction[0] * step)),
      Math.min(picture.height, Math.max(0, y + direction[1] * step)),
    ])
    draw(cross.current)
    ring.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drawing has no role of its own */}
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
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => end(true)}
          onPointerCancel={() => end(false)}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => event.key === ' ' && end(true)}
          onBlur={() => end(true)}
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

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
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
