import type { Pixels } from './pixels.ts'

interface Size {
  width: number
  height: number
}

/** The pixels that one pixel is made of, and how much of each. */
interface Window {
  first: number
  weights: readonly number[]
}

/** Returns pixels in another size: between two, or of all that a smaller one covers. */
export function resample(pixels: Pixels, { width, height }: Size): Pixels {
  return down(across(pixels, width), height)
}

function across({ width: from, height, data }: Pixels, width: number): Pixels {
  const windows = windowsOf(from, width)
  const scaled = emptyLike(data, width * height * 4)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const start = (row * from + (windows[column]?.first ?? 0)) * 4
      mix(
        { data, start, step: 4, weights: windows[column]?.weights ?? [] },
        scaled,
        row * width + column,
      )
    }
  }
  return { width, height, data: scaled }
}

function down({ width, height: from, data }: Pixels, height: number): Pixels {
  const windows = windowsOf(from, height)
  const scaled = emptyLike(data, width * height * 4)
  for (let row = 0; row < height; row += 1) {
    const { first = 0, weights = [] } = windows[row] ?? {}
    for (let column = 0; column < width; column += 1) {
      const start = (first * width + column) * 4
      mix({ data, start, step: width * 4, weights }, scaled, row * width + column)
    }
  }
  return { width, height, data: scaled }
}

interface Source {
  data: Pixels['data']
  start: number
  step: number
  weights: readonly number[]
}

/** Writes the weighted sum of some pixels. */
function mix({ data, start, step, weights }: Source, to: Pixels['data'], pixel: number): void {
  for (let channel = 0; channel < 4; channel += 1) {
    let sum = 0.5
    for (let index = 0; index < weights.length; index += 1) {
      sum += (data[start + index * step + channel] ?? 0) * (weights[index] ?? 0)
    }
    to[pixel * 4 + channel] = sum
  }
}

/** Weights fall off evenly from the middle, to the middle of the next pixel. */
function windowsOf(from: number, to: number): Window[] {
  const scale = from / to
  const reach = Math.max(1, scale)
  return Array.from({ length: to }, (_, index) => {
    const middle = (index + 0.5) * scale
    const first = Math.max(0, Math.floor(middle - reach))
    const last = Math.min(from, Math.ceil(middle + reach))
    const weights = Array.from({ length: last - first }, (_each, at) =>
      Math.max(0, 1 - Math.abs(first + at + 0.5 - middle) / reach),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { first, weights: weights.map((weight) => weight / sum) }
  })
}

function emptyLike(data: Pixels['data'], length: number): Pixels['data'] {
  return data instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length)
}
