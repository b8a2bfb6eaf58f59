import { contextOf } from './contextOf.ts'
import { createPatches } from './createPatches.ts'
import { drawBrush, drawStroke } from './drawStroke.ts'
import type { MaskContext } from './drawStroke.ts'
import type { MaskStroke } from './maskStrokes.ts'
import { strokeBoxes } from './strokeBoxes.ts'
import type { Box } from './strokeBoxes.ts'

export interface MaskBitmap {
  /** Draws these steps and no others: what is there already is not drawn again. */
  show: (strokes: readonly MaskStroke[]) => void
  /** Draws a brush's path while it grows; points that are drawn are not drawn again. */
  follow: (stroke: Extract<MaskStroke, { kind: 'brush' }>) => void
}

/** Returns what keeps a canvas equal to the steps of a mask. */
export function createMaskBitmap(context: MaskContext): MaskBitmap {
  const { width, height } = context.canvas
  let drawn: readonly MaskStroke[] = []
  /** The path that `follow` draws: one of the steps, as soon as they hold it. */
  let followed: { stroke: MaskStroke; points: number } | undefined
  /** The steps alone, without the path that is followed. */
  const settled = contextOf(new OffscreenCanvas(width, height))
  const patches = createPatches()

  /** Keeps what a step has drawn, and what was there before it. */
  const settle = (stroke: MaskStroke): void => {
    const boxes = strokeBoxes(stroke, width, height)
    patches.keep(settled.canvas, boxes)
    for (const box of boxes) moveBox(context.canvas, settled, box)
  }

  /** Shows no steps. Returns how many that are. */
  const clear = (): number => {
    for (const target of [context, settled]) target.clearRect(0, 0, width, height)
    return 0
  }

  return {
    show(strokes) {
      let same = 0
      while (same < drawn.length && drawn[same] === strokes[same]) same += 1
      const isFollowed = same === drawn.length && followed?.stroke === strokes[same]
      let next = drawn.length
      if (followed && isFollowed) {
        settle(followed.stroke)
        next += 1
      } else if (followed) {
        for (const box of strokeBoxes(followed.stroke, width, height)) {
          moveBox(settled.canvas, context, box)
        }
      }
      const kept = followed && isFollowed ? next : same
      followed = undefined
      while (next > kept) next = patches.takeBack(context, settled) ? next - 1 : clear()
      for (const stroke of strokes.slice(next)) {
        drawStroke(context, stroke)
        settle(stroke)
      }
      drawn = strokes
    },
    follow(stroke) {
      drawBrush(context, stroke, followed?.points ?? 0)
      followed = { stroke, points: stroke.points.length / 2 }
    },
  }
}

/** Draws what one canvas has within a box in place of what the other has there. */
function moveBox(from: MaskContext['canvas'], to: MaskContext, box: Box): void {
  const { x, y, width, height } = box
  to.clearRect(x, y, width, height)
  to.globalCompositeOperation = 'source-over'
  to.drawImage(from, x, y, width, height, x, y, width, height)
}
