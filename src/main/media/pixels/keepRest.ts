import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodePng, encodePng, type Pixels } from './pngPixels.ts'
import { hasTransparency } from './transparentMask.ts'

export interface EditedPicture {
  original: Uint8Array
  /** White where the picture may change, black where it stays; grey in between blends. */
  mask: Uint8Array
  result: Uint8Array
}

/** Pixels that are blended before other work gets its turn. */
const slicePixels = 128 * 1024

/**
 * Returns the result with the original's pixels wherever the mask is black: models change the rest
 * of a picture too. Null if one of the three is no PNG of 8 bits, or if their sizes differ.
 */
export async function keepRest({
  original,
  mask,
  result,
}: EditedPicture): Promise<Uint8Array | null> {
  const before = await decodeOrNull(original)
  const allowed = before && (await decodeOrNull(mask))
  const after = allowed && (await decodeOrNull(result))
  if (!after || !hasSizeOf(allowed, before) || !hasSizeOf(after, before)) return null
  // A mask for OpenAI is transparent where the picture may change.
  if (hasTransparency(allowed.data)) invertAlpha(allowed.data)
  const { width, height } = before
  for (let from = 0; from < width * height; from += slicePixels) {
    blend(before.data, after.data, allowed.data, from, Math.min(from + slicePixels, width * height))
    await nextTurn()
  }
  return encodePng(before)
}

/** Blends pixels into those of the original. */
function blend(
  before: Uint8Array,
  after: Uint8Array,
  mask: Uint8Array,
  from: number,
  to: number,
): void {
  for (let at = from * 4; at < to * 4; at += 4) {
    const share = mask[at] ?? 0
    if (share === 0) continue
    for (let channel = at; channel < at + 4; channel += 1) {
      const kept = (before[channel] ?? 0) * (255 - share)
      before[channel] = Math.round((kept + (after[channel] ?? 0) * share) / 255)
    }
  }
}

/** Writes what is transparent as white. */
function invertAlpha(mask: Uint8Array): void {
  for (let at = 0; at < mask.length; at += 4) mask[at] = 255 - (mask[at + 3] ?? 255)
}

function hasSizeOf(one: Pixels, other: Pixels): boolean {
  return one.width === other.width && one.height === other.height
}

function decodeOrNull(file: Uint8Array): Promise<Pixels | null> {
  return decodePng(file).catch(() => null)
}
