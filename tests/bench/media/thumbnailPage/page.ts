import { makeThumbnail } from '../../../../src/renderer/media/gallery/makeThumbnail.ts'
import type { ThumbnailSource } from '../../../../src/renderer/media/gallery/makeThumbnail.ts'

declare global {
  interface Window {
    /** Makes the small pictures of these outputs, one at a time. Returns their bytes together. */
    makeThumbnails: (outputs: readonly ThumbnailSource[]) => Promise<number>
  }
}

window.makeThumbnails = async (outputs) => {
  let bytes = 0
  for (const output of outputs) bytes += (await makeThumbnail(output)).size
  return bytes
}
