import { holdsLargePicture } from '../../pictures/sizes/holdsLargePicture.ts'
import { readHead } from '../../pictures/files/readHead.ts'
import { serveStored } from '../../attachments/serveStored.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { fileTooLarge } from '../../storage/serveFile.ts'
import { isSvg } from '../../pictures/files/isSvg.ts'

/**
 * Answers a request for a file of media or a range of it. A drawing (SVG) is served as bytes, which
 * no page shows: the page has them drawn in a process that can be ended. One that embeds pictures
 * of too many pixels is refused.
 */
export async function serveMediaFile(
  blobs: Blobs,
  id: string,
  range: string | null,
): Promise<Response> {
  if (blobs.has(id)) {
    const path = blobs.path(id)
    if (isSvg(await readHead(path)) && (await holdsLargePicture(path))) return fileTooLarge()
  }
  return serveStored(blobs, id, range, 'application/octet-stream')
}
