import { drawPath } from '../drawing/drawPath.ts'
import type { MaskStroke } from './maskStrokes.ts'

export type MaskContext = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** Colour of the part to edit, for the eye only: a mask is made of the opacity. */
export const maskColour = '#e0457b'

/** Draws one step of a mask over the earlier ones. */
export function drawStroke(context: MaskContext, stroke: MaskStroke): void {
  const { width, height } = context.canvas
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = context.strokeStyle = maskColour
  switch (stroke.kind) {
    case 'brush':
      drawBrush(context, stroke, 0)
      break
    case 'area':
      drawArea(context, stroke)
      break
    case 'fill':
      context.fillRect(0, 0, width, height)
      break
    case 'clear':
      context.clearRect(0, 0, width, height)
      break
    case 'invert':
      invert(context)
      break
    case 'grow':
      grow(context, stroke.pixels)
      break
    case 'frame':
      // Draws nothing: the added area is masked as a whole.
      break
  }
}

/** Draws a brush's path from one of its points on. */
export function drawBrush(
  context: MaskContext,
  { erases, size, points }: Extract<MaskStroke, { kind: 'brush' }>,
  from: number,
): void {
  context.globalCompositeOperation = erases ? 'destination-out' : 'source-over'
  context.fillStyle = context.strokeStyle = maskColour
  drawPath(context, size, points, from)
}

function drawArea(context: MaskContext, stroke: Extract<MaskStroke, { kind: 'area' }>): void {
  const { erases, points } = stroke
  context.globalCompositeOperation = erases ? 'destination-out' : 'source-over'
  context.beginPath()
  for (let index = 0; index < points.length; index += 2) {
    context.lineTo(points[index] ?? 0, points[index + 1] ?? 0)
  }
  context.closePath()
  context.fill()
}

function invert(context: MaskContext): void {
  context.globalCompositeOperation = 'xor'
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

/** Widens the mask by some pixels on every side, or narrows it. */
function grow(context: MaskContext, pixels: number): void {
  if (pixels < 0) invert(context)
  let left = Math.min(Math.abs(Math.round(pixels)), maxGrowPixels)
  // In steps that double, so that a thin line stays whole: a step is never wider than the line.
  for (let step = 1; left > 0; step *= 2) {
    const distance = Math.min(step, left)
    widen(context, distance)
    left -= distance
  }
  if (pixels < 0) invert(context)
}

const maxGrowPixels = 256

/** Draws the mask over itself, moved to eight sides. */
function widen(context: MaskContext, distance: number): void {
  const copy = new OffscreenCanvas(context.canvas.width, context.canvas.height)
  copy.getContext('2d')?.drawImage(context.canvas, 0, 0)
  context.globalCompositeOperation = 'source-over'
  for (const [across, down] of sides) {
    context.drawImage(copy, Math.round(across * distance), Math.round(down * distance))
  }
}

const diagonal = Math.SQRT1_2
const sides: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [diagonal, diagonal],
  [diagonal, -diagonal],
  [-diagonal, diagonal],
  [-diagonal, -diagonal],
]
