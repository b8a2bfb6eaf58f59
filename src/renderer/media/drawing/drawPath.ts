/**
 * Draws a round brush's path from one of its points on, with the context's colors. Each part is drawn
 * by itself, so that a path which was drawn while the pointer moved looks the same when it is drawn
 * anew. `points` are pairs of x and y in one list.
 */
export function drawPath(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  width: number,
  points: readonly number[],
  from: number,
): void {
  context.lineWidth = width
  context.lineCap = context.lineJoin = 'round'
  for (let index = from; index < points.length / 2; index += 1) {
    const x = points[index * 2] ?? 0
    const y = points[index * 2 + 1] ?? 0
    const before = Math.max(0, index - 1) * 2
    context.beginPath()
    // A line without length has no ends either: a click alone would draw nothing.
    if (points[before] === x && points[before + 1] === y) {
      context.arc(x, y, width / 2, 0, Math.PI * 2)
      context.fill()
      continue
    }
    context.moveTo(points[before] ?? x, points[before + 1] ?? y)
    context.lineTo(x, y)
    context.stroke()
  }
}
