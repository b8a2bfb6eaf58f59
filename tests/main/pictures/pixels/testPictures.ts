import { decodePng, encodePng, type Pixels } from '../../../fakes/pngPixels.ts'

export const width = 64
export const height = 64

/** Returns a picture of noise, which no filter flattens. */
export function noise(seed: number, size = { width, height }): Promise<Uint8Array> {
  return encodePng(noisePixels(seed, size))
}

export function noisePixels(seed: number, size = { width, height }): Pixels {
  let state = seed
  const data = Uint8Array.from({ length: size.width * size.height * 4 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
  return { ...size, data }
}

/** Returns an opaque picture whose colours change slowly, as those of a photo do. */
export function photoPixels(seed: number, size = { width, height }): Pixels {
  const data = new Uint8Array(size.width * size.height * 4)
  for (let at = 0; at < size.width * size.height; at += 1) {
    const across = (at % size.width) / size.width
    const down = Math.floor(at / size.width) / size.height
    const red = 127 + 120 * Math.sin(seed + across * 7)
    data.set([red, 255 * down, 127 + 120 * Math.cos(seed + down * 5 + across * 3), 255], at * 4)
  }
  return { ...size, data }
}

/** Returns a mask: white in the middle, with a soft edge, else black. */
export function softMask(size = { width, height }): Promise<Uint8Array> {
  const data = new Uint8Array(size.width * size.height * 4)
  const [middle, centre] = [size.width / 2, size.height / 2]
  for (let at = 0; at < size.width * size.height; at += 1) {
    const across = Math.abs((at % size.width) - middle)
    const far = Math.max(across, Math.abs(Math.floor(at / size.width) - centre))
    const share = far < 8 ? 255 : far < 12 ? 128 : 0
    data.set([share, share, share, 255], at * 4)
  }
  return encodePng({ ...size, data })
}

interface Compared {
  kept: Uint8Array
  original: Pick<Pixels, 'data'>
  mask: Uint8Array
  result?: Pick<Pixels, 'data'>
}

/** Returns how far a kept picture is from the original outside of the mask, and from the result in it. */
export async function farness({ kept, original, mask, result }: Compared) {
  const [{ data: now }, { data: share }] = [await decodePng(kept), await decodePng(mask)]
  const far = { outside: 0, inside: 0, blended: 0 }
  for (const [at, value] of now.entries()) {
    const white = share[at - (at % 4)] ?? 0
    const [old = 0, made = value] = [original.data[at], result?.data[at]]
    if (white === 0) far.outside += Math.abs(value - old)
    else if (white === 255) far.inside += Math.abs(value - made)
    else if (value < Math.min(old, made) || value > Math.max(old, made)) far.blended += 1
  }
  return far
}

export const exact = { outside: 0, inside: 0, blended: 0 }
