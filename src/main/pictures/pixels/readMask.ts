import { isOpaque, mostOf, type Pixels } from './pixels.ts'

export interface Mask {
  width: number
  height: number
  /** Opacity of the change for each pixel: 0 keeps it, 255 replaces it. */
  shares: Uint8Array
}

/** Returns what a mask lets change: what is white, or transparent if any of it is. */
export function readMask({ width, height, data }: Pixels): Mask {
  const most = mostOf(data)
  const isForOpenAi = !isOpaque(data)
  const shares = new Uint8Array(width * height)
  for (let pixel = 0; pixel < shares.length; pixel += 1) {
    const share = isForOpenAi ? most - (data[pixel * 4 + 3] ?? most) : (data[pixel * 4] ?? 0)
    shares[pixel] = Math.round((share * 255) / most)
  }
  return { width, height, shares }
}
