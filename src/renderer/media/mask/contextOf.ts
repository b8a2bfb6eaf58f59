/** Returns what draws on a canvas. Errors: there is no memory for it. */
export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no memory for the mask')
  return context
}
