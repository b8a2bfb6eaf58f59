import { mostOf, type Pixels } from './pixels.ts'
import type { Mask } from './readMask.ts'
import { resample } from './resample.ts'

/** Relative difference of the proportions that is ignored: models make sizes in steps. */
const ratioTolerance = 0.01
/** Services that paint in steps of 8 pixels cut away less than one step, or shrink by it. */
const stepPixels = 8
/** Pixels that are compared to find out which of both a service has done. */
const comparedPixels = 100_000

/**
 * Returns a result in the size of its picture: as it is, scaled if it has the same proportions, or
 * put back in the middle if the service has cut the picture's edges. Null if it has another shape.
 */
export function fitResult(picture: Pixels, result: Pixels, mask: Mask): Pixels | null {
  if (hasSizeOf(result, picture)) return result
  const isCut = isLess(picture.width, result.width) && isLess(picture.height, result.height)
  if (!isCut && !isAlike(picture, result)) return null
  const scaled = resample(result, picture)
  if (!isCut) return scaled
  const centred = putInMiddle(picture, result)
  const isScaled = distance(picture, scaled, mask) <= distance(picture, centred, mask)
  return isScaled ? scaled : centred
}

export function hasSizeOf(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

type Size = Pick<Pixels, 'width' | 'height'>

function isLess(whole: number, cut: number): boolean {
  return cut <= whole && whole - cut < stepPixels
}

function isAlike(one: Size, other: Size): boolean {
  const [a, b] = [one.width * other.height, other.width * one.height]
  return Math.abs(a - b) <= ratioTolerance * Math.max(a, b)
}

/** Centres `result` on `picture`; edges that the result lacks keep the picture's pixels. */
function putInMiddle(picture: Pixels, result: Pixels): Pixels {
  const factor = mostOf(picture.data) / mostOf(result.data)
  const left = Math.floor((picture.width - result.width) / 2)
  const top = Math.floor((picture.height - result.height) / 2)
  const data = picture.data.slice()
  for (let row = 0; row < result.height; row += 1) {
    const to = ((top + row) * picture.width + left) * 4
    const from = row * result.width * 4
    for (let at = 0; at < result.width * 4; at += 1) {
      data[to + at] = Math.round((result.data[from + at] ?? 0) * factor)
    }
  }
  return { width: picture.width, height: picture.height, data }
}

/** Returns how far two pictures of one size differ where nothing was to change. */
function distance(picture: Pixels, other: Pixels, { shares }: Mask): number {
  const factor = mostOf(picture.data) / mostOf(other.data)
  const step = Math.max(1, Math.floor(shares.length / comparedPixels))
  let sum = 0
  for (let pixel = 0; pixel < shares.length; pixel += step) {
    if (shares[pixel] !== 0) continue
    for (let at = pixel * 4; at < pixel * 4 + 3; at += 1) {
      sum += Math.abs((picture.data[at] ?? 0) - (other.data[at] ?? 0) * factor)
    }
  }
  return sum
}
