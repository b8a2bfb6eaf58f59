import { drawBrush, drawStroke } from './drawStroke.ts'
import type { MaskContext } from './drawStroke.ts'
import type { MaskStroke } from './maskStrokes.ts'

export interface MaskBitmap {
  /** Draws these steps and no others: what is there already is not drawn again. */
  show: (strokes: readonly MaskStroke[]) => void
  /** Draws a brush's path while it grows; points that are drawn are not drawn again. */
  follow: (stroke: Extract<MaskStroke, { kind: 'brush' }>) => void
}

/** So many steps are drawn anew at most when one is undone. */
const stepsBetweenCopies = 20
/** A copy takes four bytes a pixel. */
const copiesMaximum = 4

/** Returns what keeps a canvas equal to the steps of a mask. */
export function createMaskBitmap(context: MaskContext): MaskBitmap {
  let drawn: readonly MaskStroke[] = []
  /** The path that `follow` draws: one of the steps, as soon as they hold it. */
  let followed: { stroke: MaskStroke; points: number } | undefined
  /** Copies of the canvas, by the number of steps in them; the newest last. */
  let copies: { steps: number; canvas: OffscreenCanvas }[] = []

  const copy = (steps: number): void => {
    const canvas = new OffscreenCanvas(context.canvas.width, context.canvas.height)
    canvas.getContext('2d')?.drawImage(context.canvas, 0, 0)
    copies = [...copies, { steps, canvas }].slice(-copiesMaximum)
  }
  const goBackTo = (steps: number): number => {
    copies = copies.filter((one) => one.steps <= steps)
    const last = copies.at(-1)
    context.globalCompositeOperation = 'copy'
    if (last) context.drawImage(last.canvas, 0, 0)
    else context.clearRect(0, 0, context.canvas.width, context.canvas.height)
    return last?.steps ?? 0
  }

  return {
    show(strokes) {
      let same = 0
      while (same < drawn.length && drawn[same] === strokes[same]) same += 1
      const isWhole = same === drawn.length
      const isFollowed = isWhole && followed !== undefined && strokes[same] === followed.stroke
      let next = same
      if (isFollowed) next += 1
      else if (!isWhole || followed) next = goBackTo(same)
      followed = undefined
      if (isFollowed && next % stepsBetweenCopies === 0) copy(next)
      for (const stroke of strokes.slice(next)) {
        drawStroke(context, stroke)
        next += 1
        if (next % stepsBetweenCopies === 0) copy(next)
      }
      drawn = strokes
    },
    follow(stroke) {
      drawBrush(context, stroke, followed?.points ?? 0)
      followed = { stroke, points: stroke.points.length / 2 }
    },
  }
}
