import type { MediaOutput } from '../../../shared/media.ts'
import { outputAddress } from '../outputAddress.ts'

const clipboardType = 'image/png'

/**
 * Copies a picture to the clipboard, which takes PNG alone. Returns false if the picture can't be
 * decoded here, or if the system refuses.
 */
export async function copyPicture(output: Pick<MediaOutput, 'fileId'>): Promise<boolean> {
  try {
    // Called at once: the clipboard is open only while the user's click lasts.
    await navigator.clipboard.write([new ClipboardItem({ [clipboardType]: pngOf(output) })])
    return true
  } catch (error) {
    console.error('A picture was not copied', error)
    return false
  }
}

async function pngOf(output: Pick<MediaOutput, 'fileId'>): Promise<Blob> {
  const picture = new Image()
  picture.src = outputAddress(output)
  // Also decodes drawings in lines, which no bitmap is made of directly.
  await picture.decode()
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no memory for the picture')
  context.drawImage(picture, 0, 0)
  return canvas.convertToBlob({ type: clipboardType })
}
