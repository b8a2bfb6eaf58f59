import { inputAddress } from './outputAddress.ts'
import { fetchPicture, isSvg } from './svg/fetchPicture.ts'
import type { StoredPicture } from './svg/fetchPicture.ts'

/**
 * Returns a picture as a PNG: as it is shown, upright, with the first frame of one that moves.
 * Errors: those of the browser's decoder.
 */
export async function pngOf(stored: StoredPicture): Promise<Blob> {
  if (isSvg(stored)) return fetchPicture(stored, { again: true })
  const picture = new Image()
  picture.src = inputAddress(stored)
  await picture.decode()
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no memory for the picture')
  context.drawImage(picture, 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}
