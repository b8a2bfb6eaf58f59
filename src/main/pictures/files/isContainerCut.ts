import { hasSignature } from '../../../shared/fileFormats.ts'
import type { FileBytes } from './fileBytes.ts'

/** Tells whether a WebP, WAV, AVI, MP4, AVIF or WebM ends too early; false for any other file. */
export async function isContainerCut(file: FileBytes): Promise<boolean> {
  const head = await file.at(0, 12)
  if (head.length < 12) return false
  if (head.toString('latin1', 0, 4) === 'RIFF') return isRiffCut(file, head)
  if (head.toString('latin1', 4, 8) === 'ftyp') return areBoxesCut(file)
  return head.readUInt32BE(0) === ebmlId && isSegmentCut(file)
}

/** Programs that write a sound as it comes don't know its length, and put such a number there. */
const unknownRiffBytes = 0x7fff_0000
/** Some writers of sounds count the head, and any may forget the byte that fills up an odd length. */
const slackBytes = { WEBP: 1, other: 9 }

function isRiffCut({ size }: FileBytes, head: Buffer): boolean {
  const counted = head.readUInt32LE(4)
  if (counted === 0 || counted >= unknownRiffBytes) return false
  const isWebp = hasSignature(head, 'webp')
  return size + (isWebp ? slackBytes.WEBP : slackBytes.other) < counted + 8
}

/** The boxes that a file is made of. */
const outermost: ReadonlySet<string> = new Set([
  ...['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mfra', 'mdat', 'idat', 'meta', 'udta', 'uuid'],
  ...['free', 'skip', 'wide', 'sidx', 'ssix', 'prft', 'emsg', 'pnot', 'PICT', 'jumb'],
])

/** Walks the outermost boxes: each names its length. Pictures have `meta`, videos and sounds `moov`. */
async function areBoxesCut(file: FileBytes): Promise<boolean> {
  const types = new Set<string>()
  let at = 0
  while (at < file.size) {
    const head = await file.at(at, 16)
    const type = head.toString('latin1', 4, 8)
    // Bytes after the last box are no part of the container.
    if (head.length < 8 || !outermost.has(type)) break
    types.add(type)
    const length = lengthOfBox(head)
    if (length === 0) break
    if (length === undefined) return true
    at += length
  }
  if (at > file.size) return true
  return !['moov', 'meta', 'moof'].some((type) => types.has(type))
}

/** Returns a box's length; 0 if it goes on to the end, undefined if its head is cut. */
function lengthOfBox(head: Buffer): number | undefined {
  const short = head.readUInt32BE(0)
  if (short !== 1) return short
  return head.length < 16 ? undefined : Number(head.readBigUInt64BE(8))
}

const ebmlId = 0x1a45dfa3

/** The segment holds all of a WebM. One that was written as it came names no length. */
async function isSegmentCut(file: FileBytes): Promise<boolean> {
  const header = await elementAt(file, 0)
  if (!header || header.length === undefined) return false
  const segment = await elementAt(file, header.start + header.length)
  if (!segment) return true
  return segment.length !== undefined && segment.start + segment.length > file.size
}

/** Returns where the bytes of an element start and how many they are, if it says so. */
async function elementAt(
  file: FileBytes,
  at: number,
): Promise<{ start: number; length: number | undefined } | undefined> {
  const head = await file.at(at, 12)
  const idBytes = Math.clz32(head[0] ?? 0) - 23
  const lengthBytes = Math.clz32(head[idBytes] ?? 0) - 23
  if (idBytes > 4 || lengthBytes > 8 || head.length < idBytes + lengthBytes) return undefined
  const digits = head.subarray(idBytes, idBytes + lengthBytes)
  const value = BigInt(`0x${digits.toString('hex')}`) & ((1n << BigInt(7 * lengthBytes)) - 1n)
  const isUnknown = value === (1n << BigInt(7 * lengthBytes)) - 1n
  return { start: at + idBytes + lengthBytes, length: isUnknown ? undefined : Number(value) }
}
