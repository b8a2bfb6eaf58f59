import type { MediaOutput } from '../../../shared/media/media.ts'
import { pngOf } from '../pngOf.ts'

const clipboardType = 'image/png'

/**
 * Copies a picture to the clipboard, which takes PNG alone. Returns false if the picture can't be
 * decoded here, or if the system refuses.
 */
export async function copyPicture({
  fileId: id,
  mediaType,
}: Pick<MediaOutput, 'fileId' | 'mediaType'>): Promise<boolean> {
  try {
    // Called at once: the clipboard is open only while the user's click lasts.
    await navigator.clipboard.write([
      new ClipboardItem({ [clipboardType]: pngOf({ id, mediaType }) }),
    ])
    return true
  } catch (error) {
    console.error('A picture was not copied', error)
    return false
  }
}
