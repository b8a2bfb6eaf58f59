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

/** What was in a part of the canvas before a step. */
interface Patch {
  box: Box
  canvas: OffscreenCanvas
}

/** Patches and copies take four bytes a pixel. */
const bytesPerPixel = 4
const patchBytesMaximum = 128 * 1024 * 1024
/** So many steps are drawn anew at most when one is undone that has no patch any more. */
const stepsBetweenCopies = 20
const copyBytesMaximum = 128 * 1024 * 1024
const copiesMaximum = 4

/** Returns what keeps a canvas equal to the steps of a mask. */
export function createMaskBitmap(context: MaskContext): MaskBitmap {
  const { width, height } = context.canvas
  const copiesFit = Math.floor(copyBytesMaximum / (width * height * bytesPerPixel))
  const copiesKept = Math.min(copiesMaximum, copiesFit)
  let drawn: readonly MaskStroke[] = []
  /** The path that `follow` draws: one of the steps, as soon as they hold it. */
  let followed: { stroke: MaskStroke; points: number } | undefined
  /** The steps alone, without the path that is followed. */
  const settled = contextOf(new OffscreenCanvas(width, height))
  /** The patches of the last steps; the newest last. */
  let patched: (readonly Patch[])[] = []
  /** Copies of the canvas, by the number of steps in them; the newest last. */
  let copies: { steps: number; canvas: OffscreenCanvas }[] = []

  /** Keeps what a step has drawn, and what was there before it. */
  const settle = (stroke: MaskStroke, steps: number): void => {
    const boxes = strokeBoxes(stroke, width, height)
    patched.push(boxes.map((box) => ({ box, canvas: cropped(settled.canvas, box) })))
    patched = withinBytes(patched)
    for (const box of boxes) moveBox(context.canvas, settled, box)
    if (steps % stepsBetweenCopies !== 0 || copiesKept === 0) return
    const canvas = cropped(settled.canvas, { x: 0, y: 0, width, height })
    copies = [...copies, { steps, canvas }].slice(-copiesKept)
  }

  /** Takes the last step back. Returns whether it could. */
  const takeBack = (): boolean => {
    const patches = patched.pop()
    if (!patches) return false
    for (const target of [context, settled]) {
      target.globalCompositeOperation = 'source-over'
      for (const { box, canvas } of patches) {
        target.clearRect(box.x, box.y, box.width, box.height)
        target.drawImage(canvas, box.x, box.y)
      }
    }
    return true
  }

  /** Shows the newest copy with no more steps. Returns how many steps it has. */
  const goBackTo = (steps: number): number => {
    const last = copies.findLast((one) => one.steps <= steps)
    for (const target of [context, settled]) {
      target.clearRect(0, 0, width, height)
      target.globalCompositeOperation = 'source-over'
      if (last) target.drawImage(last.canvas, 0, 0)
    }
    return last?.steps ?? 0
  }

  return {
    show(strokes) {
      let same = 0
      while (same < drawn.length && drawn[same] === strokes[same]) same += 1
      const isFollowed = same === drawn.length && followed?.stroke === strokes[same]
      let next = drawn.length
      if (followed && isFollowed) settle(followed.stroke, (next += 1))
      else if (followed) {
        for (const box of strokeBoxes(followed.stroke, width, height)) {
          moveBox(settled.canvas, context, box)
        }
      }
      const kept = followed && isFollowed ? next : same
      followed = undefined
      while (next > kept) next = takeBack() ? next - 1 : goBackTo(kept)
      copies = copies.filter(({ steps }) => steps <= next)
      for (const stroke of strokes.slice(next)) {
        drawStroke(context, stroke)
        settle(stroke, (next += 1))
      }
      drawn = strokes
    },
    follow(stroke) {
      drawBrush(context, stroke, followed?.points ?? 0)
      followed = { stroke, points: stroke.points.length / 2 }
    },
  }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no memory for the mask')
  return context
}

/** Returns a copy of what is within a box. */
function cropped(from: OffscreenCanvas, { x, y, width, height }: Box): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  contextOf(canvas).drawImage(from, -x, -y)
  return canvas
}

/** Draws what one canvas has within a box in place of what the other has there. */
function moveBox(from: MaskContext['canvas'], to: MaskContext, box: Box): void {
  const { x, y, width, height } = box
  to.clearRect(x, y, width, height)
  to.globalCompositeOperation = 'source-over'
  to.drawImage(from, x, y, width, height, x, y, width, height)
}

/** Drops the patches of the oldest steps until the rest fits. */
function withinBytes(patched: readonly (readonly Patch[])[]): (readonly Patch[])[] {
  let bytes = 0
  const first = patched.findLastIndex((patches) => {
    for (const { box } of patches) bytes += box.width * box.height * bytesPerPixel
    return bytes > patchBytesMaximum
  })
  return patched.slice(first + 1)
}
