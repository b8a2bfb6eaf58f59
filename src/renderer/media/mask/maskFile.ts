import { contextOf } from './contextOf.ts'
import { enlargedSize } from './frame.ts'
import type { Frame } from './frame.ts'

interface MaskOptions {
  /** Width of the soft edge, in pixels. */
  feather: number
  /** Area added around the picture: all of it is edited. */
  frame: Frame
}

/**
 * Returns a mask as a PNG file of the size of the picture with its frame: white is edited, black
 * stays.
 */
export async function maskFile(
  drawn: HTMLCanvasElement,
  { feather, frame }: MaskOptions,
): Promise<File> {
  const { width, height } = enlargedSize(drawn, frame)
  const canvas = new OffscreenCanvas(width, height)
  const context = contextOf(canvas)
  context.fillRect(0, 0, width, height)
  context.clearRect(frame.left, frame.top, drawn.width, drawn.height)
  context.drawImage(drawn, frame.left, frame.top)
  if (feather > 0) blur(canvas, context, feather)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#000'
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'mask.png', {
    type: 'image/png',
  })
}

/** Fades the edges of a mask, but not where it ends at the picture's own edge. */
function blur(
  canvas: OffscreenCanvas,
  context: OffscreenCanvasRenderingContext2D,
  feather: number,
): void {
  const { width, height } = canvas
  // The blur reaches three times as far. The outermost pixels go on there.
  const pad = feather * 3
  const wide = new OffscreenCanvas(width + pad * 2, height + pad * 2)
  const around = contextOf(wide)
  around.imageSmoothingEnabled = false
  for (const [from, length, at, size] of spans(width, pad)) {
    for (const [fromDown, lengthDown, atDown, sizeDown] of spans(height, pad)) {
      around.drawImage(canvas, from, fromDown, length, lengthDown, at, atDown, size, sizeDown)
    }
  }
  context.clearRect(0, 0, width, height)
  context.filter = `blur(${String(feather)}px)`
  context.drawImage(wide, -pad, -pad)
  context.filter = 'none'
}

type Span = readonly [from: number, length: number, at: number, size: number]

/** Returns which pixels of an axis go where: the first, all, and the last. */
function spans(length: number, pad: number): readonly Span[] {
  return [
    [0, 1, 0, pad],
    [0, length, pad, length],
    [length - 1, 1, pad + length, pad],
  ]
}
