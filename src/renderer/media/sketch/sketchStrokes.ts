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
  const side = canvas.width
  context.fillStyle = paper
  context.fillRect(0, 0, side, side)
  context.lineCap = context.lineJoin = 'round'
  for (const { color, width, points } of strokes) {
    context.strokeStyle = color
    context.lineWidth = width * side
    context.beginPath()
    const [x = 0, y = 0] = points
    context.moveTo(x * side, y * side)
    // A line without length has round ends only if it is drawn.
    for (let index = 0; index + 1 < points.length; index += 2) {
      context.lineTo((points[index] ?? 0) * side, (points[index + 1] ?? 0) * side)
    }
    context.stroke()
  }
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
