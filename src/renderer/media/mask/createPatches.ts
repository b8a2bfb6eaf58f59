import { packAlpha, unpackAlpha } from './alphaRuns.ts'
import { contextOf } from './contextOf.ts'
import { maskColour } from './drawStroke.ts'
import type { MaskContext } from './drawStroke.ts'
import type { Box } from './strokeBoxes.ts'

/**
 * Pixels under the steps of a mask, so that each can be undone without drawing the others again.
 */
export interface Patches {
  /** Keeps what a canvas has within the boxes of a step, before it is drawn. */
  keep: (canvas: OffscreenCanvas, boxes: readonly Box[]) => void
  /** Draws what was under the last step over it. Returns false if that is kept no more. */
  takeBack: (...targets: readonly MaskContext[]) => boolean
}

/**
 * Former pixels of a part of the canvas: ready to be drawn, or only their opacity, some 50 times
 * smaller.
 */
interface Patch<Kept> {
  box: Box
  kept: Kept
}
type Step<Kept> = readonly Patch<Kept>[]

const bytesPerPixel = 4
/** The last steps are kept ready, as far as they fit. */
const maxReadyBytes = 32 * 1024 * 1024
const maxPackedBytes = 128 * 1024 * 1024

/** Keeps the last steps' patches, the older of them packed. */
export function createPatches(): Patches {
  /** The newest steps; the last one last. */
  let ready: Step<OffscreenCanvas>[] = []
  /** The steps before them. */
  let packed: Step<Uint32Array<ArrayBuffer>>[] = []

  return {
    keep(canvas, boxes) {
      const step = boxes.map((box) => ({ box, kept: cropped(canvas, box) }))
      const [old, young] = cut([...ready, step], maxReadyBytes, areaBytes)
      ready = young
      if (old.length === 0) return
      const [, fitting] = cut([...packed, ...old.map(pack)], maxPackedBytes, packedBytes)
      packed = fitting
    },
    takeBack(...targets) {
      const step = ready.pop() ?? packed.pop()?.map(unpack)
      for (const target of step ? targets : []) {
        target.globalCompositeOperation = 'source-over'
        for (const { box, kept } of step ?? []) {
          target.clearRect(box.x, box.y, box.width, box.height)
          if (kept instanceof ImageData) target.putImageData(kept, box.x, box.y)
          else target.drawImage(kept, box.x, box.y)
        }
      }
      return step !== undefined
    },
  }
}

function pack(step: Step<OffscreenCanvas>): Step<Uint32Array<ArrayBuffer>> {
  return step.map(({ box, kept }) => {
    const { data } = contextOf(kept).getImageData(0, 0, box.width, box.height)
    return { box, kept: packAlpha(new Uint32Array(data.buffer)) }
  })
}

function unpack({ box, kept }: Patch<Uint32Array>): Patch<ImageData> {
  const image = new ImageData(box.width, box.height)
  unpackAlpha(kept, colourOfPixels, new Uint32Array(image.data.buffer))
  return { box, kept: image }
}

/** The mask's colour as pixels have it: blue, green and red. */
const colourOfPixels = Number(`0x${(maskColour.match(/\w\w/g) ?? []).toReversed().join('')}`)

/** Cuts steps so that the last ones together take no more than some bytes. */
function cut<Kept>(
  steps: Step<Kept>[],
  maxBytes: number,
  bytesOf: (patch: Patch<Kept>) => number,
): [before: Step<Kept>[], last: Step<Kept>[]] {
  let bytes = 0
  const first = steps.findLastIndex((step) => {
    for (const patch of step) bytes += bytesOf(patch)
    return bytes > maxBytes
  })
  return [steps.slice(0, first + 1), steps.slice(first + 1)]
}

const areaBytes = ({ box }: Patch<unknown>): number => box.width * box.height * bytesPerPixel
const packedBytes = ({ kept }: Patch<Uint32Array>): number => kept.byteLength

/** Returns a copy of what is within a box. */
function cropped(from: OffscreenCanvas, { x, y, width, height }: Box): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  contextOf(canvas).drawImage(from, -x, -y)
  return canvas
}
