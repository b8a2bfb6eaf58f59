import type { MediaOutput } from '../../../shared/media/media.ts'
import { outputAddress } from '../outputAddress.ts'
import { fetchPicture } from '../svg/fetchPicture.ts'
import { videoFrame } from '../videoFrame.ts'

/** Twice the height of a row, for sharp screens. */
const maxHeightPixels = 400
/** Near its beginning a video is often black. */
const posterSeconds = 0.5

/** Fields of an output that its thumbnail depends on. */
export type ThumbnailSource = Pick<MediaOutput, 'fileId' | 'kind' | 'height' | 'mediaType'>

/** Makes the small picture of an output. Errors: one without a code if it can't be decoded here. */
export async function makeThumbnail(output: ThumbnailSource): Promise<Blob> {
  const bitmap = await bitmapOf(output)
  try {
    const scale = Math.min(1, maxHeightPixels / bitmap.height)
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no memory for the small picture')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
  } finally {
    bitmap.close()
  }
}

async function bitmapOf(output: ThumbnailSource): Promise<ImageBitmap> {
  if (output.kind === 'video') return videoFrame(outputAddress(output), posterSeconds)
  const blob = await fetchPicture({ id: output.fileId, mediaType: output.mediaType })
  // Decoded at its small size, off the page's main thread.
  const isSmall = output.height !== null && output.height <= maxHeightPixels
  return isSmall
    ? createImageBitmap(blob)
    : createImageBitmap(blob, { resizeHeight: maxHeightPixels, resizeQuality: 'medium' })
}
