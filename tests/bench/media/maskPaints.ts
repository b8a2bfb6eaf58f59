/** Functions that run in the page while masks are measured. Each is self-contained. */

/** A path of points in pixels of the picture: x and y in turn. */
export type Path = readonly number[]

declare global {
  interface Window {
    /** Milliseconds from each event to the end of the frame that shows what it has drawn. */
    paints: number[]
    /** Ends the watch before. */
    unwatch: AbortController | undefined
  }
}

/** Returns paths over a picture of this side, with some turns each. */
export function createPaths(count: number, side: number): Path[] {
  const points = 24
  return Array.from({ length: count }, (_, index) => {
    const x = side * (0.1 + 0.6 * ((index * 0.618) % 1))
    const y = side * (0.1 + 0.7 * ((index * 0.414) % 1))
    return Array.from({ length: points }, (_each, point) => [
      x + (point / points) * side * 0.2,
      y + Math.sin(point / 3) * side * 0.05,
    ]).flat()
  })
}

/** Notes how long it takes from each event of a type to its paint. */
export function watchPaints(type: 'pointermove' | 'keydown'): void {
  window.paints = []
  window.unwatch?.abort()
  window.unwatch = new AbortController()
  window.addEventListener(
    type,
    () => {
      const start = performance.now()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // A message comes after the frame in which it is sent was painted.
        port1.onmessage = () => void window.paints.push(performance.now() - start)
        port2.postMessage(0)
      })
    },
    { capture: true, signal: window.unwatch.signal },
  )
}

/** Draws paths into the mask as a pointer does, one a frame. */
export async function drawPaths({ paths, side }: MaskPaths): Promise<void> {
  const canvas = document.querySelector<HTMLCanvasElement>('[role=application] canvas')
  if (!canvas) throw new Error('No mask is drawn here.')
  const box = canvas.getBoundingClientRect()
  const tell = (type: string, path: Path, at: number): void => {
    const clientX = box.left + ((path[at] ?? 0) * box.width) / side
    const clientY = box.top + ((path[at + 1] ?? 0) * box.height) / side
    const shared = { bubbles: true, cancelable: true, pointerId: 1, button: 0, buttons: 1 }
    canvas.dispatchEvent(new PointerEvent(type, { ...shared, clientX, clientY }))
  }
  for (const path of paths) {
    tell('pointerdown', path, 0)
    for (let at = 2; at < path.length; at += 2) tell('pointermove', path, at)
    tell('pointerup', path, path.length - 2)
    await new Promise(requestAnimationFrame)
  }
}

interface MaskPaths {
  paths: readonly Path[]
  side: number
}

interface PlainCanvas extends MaskPaths {
  /** The width of the brush in pixels of the picture. */
  size: number
}

/**
 * Lays a canvas of the same size over the mask. It draws all paths anew for each point that is added
 * to the last one, and for each path that a key takes back.
 */
export function addPlainCanvas({ paths, side, size }: PlainCanvas): void {
  const mask = document.querySelector<HTMLCanvasElement>('[role=application] canvas')
  if (!mask) throw new Error('No mask is drawn here.')
  const box = mask.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  canvas.style.cssText = `position:fixed;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px;opacity:0.55;z-index:99`
  document.body.append(canvas)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no memory for the canvas.')
  const left = [...paths]
  let growing: number[] | undefined
  const draw = (): void => {
    context.clearRect(0, 0, side, side)
    context.strokeStyle = '#e0457b'
    context.lineWidth = size
    context.lineCap = context.lineJoin = 'round'
    for (const path of growing ? [...left, growing] : left) {
      context.beginPath()
      for (let at = 0; at < path.length; at += 2) context.lineTo(path[at] ?? 0, path[at + 1] ?? 0)
      context.stroke()
    }
  }
  const add = (event: PointerEvent): void => {
    const perPixel = side / box.width
    growing?.push((event.clientX - box.left) * perPixel, (event.clientY - box.top) * perPixel)
    draw()
  }
  canvas.addEventListener('pointerdown', (event) => {
    growing = []
    add(event)
  })
  canvas.addEventListener('pointermove', (event) => growing && add(event))
  canvas.addEventListener('pointerup', () => {
    if (growing) left.push(growing)
    growing = undefined
  })
  window.addEventListener(
    'keydown',
    (event) => {
      event.stopPropagation()
      left.pop()
      draw()
    },
    { capture: true },
  )
  draw()
}
