import { enlargedSize } from './frame.ts'
import type { Frame } from './frame.ts'
import { fetchPicture } from '../svg/fetchPicture.ts'
import type { StoredPicture } from '../svg/fetchPicture.ts'

/** Radius of the blur in the added area, as a part of the longer side. */
const blurPart = 1 / 40

/**
 * Returns a picture with its frame as a PNG file. Its own pixels stay as they are. What is new begins
 * as the picture stretched and out of focus: models that start from what is there find its colours.
 */
export async function enlargePicture(picture: StoredPicture, frame: Frame): Promise<File> {
  const bitmap = await createImageBitmap(await fetchPicture(picture))
  try {
    const { width, height } = enlargedSize(bitmap, frame)
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no memory for the picture')
    context.drawImage(bitmap, 0, 0, width, height)
    context.filter = `blur(${Math.ceil(Math.max(width, height) * blurPart)}px)`
    context.drawImage(bitmap, 0, 0, width, height)
    context.filter = 'none'
    // A picture with transparent parts stays so.
    context.clearRect(frame.left, frame.top, bitmap.width, bitmap.height)
    context.drawImage(bitmap, frame.left, frame.top)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return new File([blob], 'enlarged.png', { type: 'image/png' })
  } finally {
    bitmap.close()
  }
}
