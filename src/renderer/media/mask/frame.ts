import type { FormField } from '../../../shared/media/mediaForm.ts'
import type { MaskStroke } from './maskStrokes.ts'

/** By how many pixels a picture is enlarged on each side. What is new, the model paints. */
export interface Frame {
  top: number
  right: number
  bottom: number
  left: number
}
export type FrameSide = keyof Frame
export const frameSides = ['top', 'right', 'bottom', 'left'] as const

export interface PictureSize {
  width: number
  height: number
}

/** Rule for the sizes that a model makes. */
export type SizeRule = Pick<
  NonNullable<Extract<FormField, { type: 'size' }>['custom']>,
  'maximum' | 'multipleOf' | 'ratioMaximum' | 'pixelsMaximum'
>

export const noFrame: Frame = { top: 0, right: 0, bottom: 0, left: 0 }

/** For models that do not tell. Main composites no more pixels. */
const anySize: SizeRule = {
  ...{ maximum: 8192, multipleOf: 8, ratioMaximum: null, pixelsMaximum: 64_000_000 },
}

/** Returns the frame that the last of these steps has drawn. */
export function frameOf(strokes: readonly MaskStroke[]): Frame {
  return strokes.findLast((stroke) => stroke.kind === 'frame') ?? noFrame
}

export function isEnlarged(frame: Frame): boolean {
  return frameSides.some((side) => frame[side] > 0)
}

export function enlargedSize({ width, height }: PictureSize, frame: Frame): PictureSize {
  return {
    width: width + frame.left + frame.right,
    height: height + frame.top + frame.bottom,
  }
}

/**
 * Returns the frame with one side this far out. It moves to the next place at which the model can
 * make the whole; where the picture itself fits no step of the model, the other axis follows.
 */
export function moveSide(
  picture: PictureSize,
  frame: Frame,
  moved: { side: FrameSide; pixels: number; rule: SizeRule | null },
): Frame {
  const { side } = moved
  const rule = moved.rule ?? anySize
  const wanted = { ...frame, [side]: Math.max(0, Math.round(moved.pixels)) }
  if (!isEnlarged(wanted)) return noFrame
  const isAcross = side === 'left' || side === 'right'
  const isStart = side === 'left' || side === 'top'
  const across = isAcross && isStart ? 'left' : 'right'
  const down = !isAcross && isStart ? 'top' : 'bottom'
  const follow = (axis: 'width' | 'height'): void => {
    const adjusted = axis === 'width' ? across : down
    const { width, height } = enlargedSize(picture, wanted)
    const [length, other] = axis === 'width' ? [width, height] : [height, width]
    const least = length - wanted[adjusted]
    wanted[adjusted] = lengthBy(rule, { length, least, other }) - least
  }
  // The axis that the user moves comes last: the other one bounds it.
  follow(isAcross ? 'height' : 'width')
  follow(isAcross ? 'width' : 'height')
  return wanted
}

/** Returns the length nearest to a wanted one that a model can make, at least the picture's. */
function lengthBy(
  { maximum, multipleOf, ratioMaximum, pixelsMaximum }: SizeRule,
  { length, least, other }: { length: number; least: number; other: number },
): number {
  const step = Math.max(1, multipleOf)
  const highest = Math.min(
    maximum,
    ratioMaximum === null ? Infinity : other * ratioMaximum,
    pixelsMaximum === null ? Infinity : pixelsMaximum / other,
  )
  const nearest = Math.max(Math.round(length / step), Math.ceil(least / step)) * step
  const fitting = Math.min(nearest, Math.floor(highest / step) * step)
  return fitting < least ? least : fitting
}

/** Returns what stands for a size in a form; `''` leaves it to the model, which can't make it. */
export function sizeDraft(
  { options, custom }: Pick<Extract<FormField, { type: 'size' }>, 'options' | 'custom'>,
  { width, height }: PictureSize,
): string {
  const option = options.find((each) => each.width === width && each.height === height)
  if (option) return option.value
  if (!custom) return ''
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const isMade =
    short >= custom.minimum &&
    long <= custom.maximum &&
    width % Math.max(1, custom.multipleOf) === 0 &&
    height % Math.max(1, custom.multipleOf) === 0 &&
    (custom.ratioMaximum === null || long <= short * custom.ratioMaximum) &&
    (custom.pixelsMaximum === null || width * height <= custom.pixelsMaximum)
  return isMade ? `${String(width)}×${String(height)}` : ''
}
