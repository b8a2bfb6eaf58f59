import { pngFile } from './pngFile.ts'

/**
 * Returns a whole PNG of so many pixels a side, all black, a bit each: a file of some hundred
 * kilobytes that takes gigabytes once it is decoded.
 */
export function pictureBomb(side = 50_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side)
  return pngFile(header, rows)
}
