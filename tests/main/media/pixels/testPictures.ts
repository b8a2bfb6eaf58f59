import { encodePng } from '../../../../src/main/media/pixels/pngPixels.ts'

export const width = 64
export const height = 64

/** Returns a picture of noise, which no filter flattens. */
export function noise(seed: number): Promise<Uint8Array> {
  let state = seed
  const data = Uint8Array.from({ length: width * height * 4 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  })
  return encodePng({ width, height, data })
}

/** Returns a mask: white in the middle, with a soft edge, else black. */
export function softMask(): Promise<Uint8Array> {
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const far = Math.max(Math.abs((at % width) - 32), Math.abs(Math.floor(at / width) - 32))
    const share = far < 8 ? 255 : far < 12 ? 128 : 0
    data.set([share, share, share, 255], at * 4)
  }
  return encodePng({ width, height, data })
}
