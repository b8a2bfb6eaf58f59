import { AppError } from '../../../shared/errors.ts'
import { colourPartsOf } from '../metadata/colourParts.ts'
import { decodePicture } from './decodePicture.ts'
import { encodePng } from './encodePng.ts'
import { fitResult, hasSizeOf } from './fitResult.ts'
import { mostOf, type Pixels } from './pixels.ts'
import { readMask, type Mask } from './readMask.ts'
import type { CodecPaths } from './startCodec.ts'

export interface EditedPicture {
  original: Uint8Array
  /** White where the picture may change, black where it stays; grey in between blends. */
  mask: Uint8Array
  result: Uint8Array
}

/**
 * Why there is no such picture. `wholeMask`: everything may change, so it would be the result.
 * `shape`: the result or the mask has other proportions than the picture. `unreadable`: one of the
 * files. `tooLarge`: one of them has more than 64 megapixels.
 */
export const unkeptReasons = ['wholeMask', 'shape', 'unreadable', 'tooLarge'] as const
export type Unkept = (typeof unkeptReasons)[number]

/**
 * Returns a PNG of the original's pixels in which the result shows below the mask alone: models
 * change the rest of a picture too. Outside of the mask no pixel differs from the decoded original.
 */
export async function keepRest(
  { original, mask, result }: EditedPicture,
  codecs: CodecPaths,
): Promise<Uint8Array | Unkept> {
  try {
    const picture = await decodePicture(original, codecs)
    const allowed = readMask(await decodePicture(mask, codecs))
    if (!hasSizeOf(allowed, picture)) return 'shape'
    if (allowed.shares.every((share) => share === 255)) return 'wholeMask'
    const made = fitResult(picture, await decodePicture(result, codecs), allowed)
    if (!made) return 'shape'
    blend(picture, made, allowed)
    return encodePng(picture, { colour: colourPartsOf(original), isSmall: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'tooHeavy' ? 'tooLarge' : 'unreadable'
  }
}

/** Blends pixels into those of the original. */
function blend({ data: before }: Pixels, { data: after }: Pixels, { shares }: Mask): void {
  const factor = mostOf(before) / mostOf(after)
  for (let pixel = 0; pixel < shares.length; pixel += 1) {
    const share = shares[pixel] ?? 0
    if (share === 0) continue
    for (let at = pixel * 4; at < pixel * 4 + 4; at += 1) {
      const kept = (before[at] ?? 0) * (255 - share)
      before[at] = Math.round((kept + (after[at] ?? 0) * factor * share) / 255)
    }
  }
}
