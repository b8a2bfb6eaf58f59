import { hasSignature, pngSignature } from '../../../shared/fileFormats.ts'
import type { FileBytes } from './fileBytes.ts'

/** Tells whether a PNG, JPEG, GIF or SVG ends too early; false for any other file. */
export async function isPictureCut(file: FileBytes, mediaType: string): Promise<boolean> {
  if (mediaType === 'image/svg+xml') return isSvgCut(file)
  const head = await file.at(0, 8)
  if (hasSignature(head, 'png')) return isPngCut(file)
  if (hasSignature(head, 'jpeg')) return isJpegCut(file)
  return hasSignature(head, 'gif') && isGifCut(file)
}

/** The length, the type and the checksum of a chunk. */
const chunkFrameBytes = 12

/** The chunk IEND is the last one. What follows it belongs to nobody. */
async function isPngCut(file: FileBytes): Promise<boolean> {
  for (let at = pngSignature.length; ;) {
    const head = await file.at(at, 8)
    if (head.length < 8) return true
    const type = head.toString('latin1', 4)
    // A damaged file is none that is cut.
    if (!/^[A-Za-z]{4}$/.test(type)) return false
    at += chunkFrameBytes + head.readUInt32BE(0)
    if (at > file.size) return true
    if (type === 'IEND') return false
  }
}

const startOfScan = 0xda
const endOfImage = 0xd9

/** The segments lead to the pixels, in which the mark of the end does not occur. */
async function isJpegCut(file: FileBytes): Promise<boolean> {
  for (let at = 2; ;) {
    const head = await file.at(at, 4)
    if (head.length < 4) return true
    if (head[0] !== 0xff) return false
    const marker = head[1] ?? 0
    if (marker === endOfImage) return false
    if (marker === startOfScan) return !(await hasEndOfImage(file, at))
    const isFill = marker === 0xff
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += isFill ? 1 : isAlone ? 2 : 2 + head.readUInt16BE(2)
  }
}

const searchedBytes = 32 * 1024

/** Searches from the end, where the mark is in a whole file. */
async function hasEndOfImage(file: FileBytes, from: number): Promise<boolean> {
  const mark = Buffer.from([0xff, endOfImage])
  for (let end = file.size; end > from;) {
    const start = Math.max(from, end - searchedBytes)
    if ((await file.at(start, end - start)).includes(mark)) return true
    if (start === from) return false
    // The mark may lie across two pieces.
    end = start + 1
  }
  return false
}

const gifTailBytes = 256
const gifTrailer = 0x3b

async function isGifCut(file: FileBytes): Promise<boolean> {
  const tail = await file.at(Math.max(0, file.size - gifTailBytes), gifTailBytes)
  return tail.findLast((byte) => byte !== 0) !== gifTrailer
}

const svgTailBytes = 32 * 1024

async function isSvgCut(file: FileBytes): Promise<boolean> {
  const tail = await file.at(Math.max(0, file.size - svgTailBytes), svgTailBytes)
  const text = tail.toString('latin1').replaceAll('\0', '')
  return !/<\/(?:[\w.-]+:)?svg\s*>|<(?:[\w.-]+:)?svg\b[^<]*\/>/i.test(text)
}
