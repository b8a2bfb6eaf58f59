import { deflateSync } from 'node:zlib'
import { partsOf, pngPart, type PicturePart, type PictureParts } from './pictureParts.ts'

/** The chunks of a PNG that say what its colours mean. */
const colourChunks: ReadonlySet<string> = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])
const profileName = 'ICC_PROFILE\0'

/** Tells whether a segment of a JPEG holds a part of its colour profile. */
export function isColourProfile({ name, content }: PicturePart): boolean {
  return name === 'APP2' && content.toString('latin1', 0, profileName.length) === profileName
}

/**
 * Returns what a PNG or JPEG or WebP says of its colours, as chunks of a PNG. Without them the same
 * pixels look different. Empty if it says nothing.
 */
export function colourPartsOf(file: Uint8Array): PicturePart[] {
  const read = partsOf(file)
  return read ? readers[read.format](read.parts) : []
}

type Read = (parts: readonly PicturePart[]) => PicturePart[]

const readers: Readonly<Record<PictureParts['format'], Read>> = {
  png: (parts) => parts.filter(({ name }) => colourChunks.has(name)),
  webp: (parts) => profileChunk(parts.find(({ name }) => name === 'ICCP')?.content),
  jpeg(parts) {
    const segments = parts
      .filter(isColourProfile)
      .map(({ content }) => content.subarray(profileName.length))
      // The first byte is the segment's number, the second one tells how many there are.
      .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
    return profileChunk(Buffer.concat(segments.map((segment) => segment.subarray(2))))
  },
}

function profileChunk(profile: Buffer | undefined): PicturePart[] {
  if (!profile || profile.length === 0) return []
  const head = Buffer.from('icc\0\0', 'latin1')
  return [pngPart('iCCP', Buffer.concat([head, deflateSync(profile)]))]
}
