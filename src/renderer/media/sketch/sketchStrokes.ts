import { drawPath } from '../drawing/drawPath.ts'

/** A line of the drawing, in parts of the drawing's side. Points are pairs of x and y in one list. */
export interface SketchStroke {
  color: string
  /** Width as a part of the drawing's side. */
  width: number
  points: number[]
}

const paper = '#ffffff'

/** Draws strokes on white paper. The canvas is square. */
export function drawSketch(canvas: HTMLCanvasElement, strokes: readonly SketchStroke[]): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(canvas.width, 0, 0, canvas.width, 0, 0)
  context.fillStyle = paper
  context.fillRect(0, 0, 1, 1)
  for (const stroke of strokes) followStroke(canvas, stroke, 0)
}

/** Draws a stroke that grows, from one of its points on, over what `drawSketch` has drawn. */
export function followStroke(
  canvas: HTMLCanvasElement,
  { color, width, points }: SketchStroke,
  from: number,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = context.strokeStyle = color
  drawPath(context, width, points, from)
}

/** Returns a canvas as a JPEG. Errors: if the page has no memory for it. */
export async function sketchFile(
  canvas: HTMLCanvasElement,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  if (!blob) throw new Error('The drawing could not be written')
  return new Uint8Array(await blob.arrayBuffer())
}
