import { isDrawnPicture } from '../../shared/fileFormats.ts'
import type { Blobs } from '../storage/blobs.ts'
import { fileNotFound, fileTooLarge, serveFile } from '../storage/serveFile.ts'
import { isPictureTooLarge } from '../pictures/sizes/isPictureTooLarge.ts'
import { detectMediaType } from '../pictures/files/mediaType.ts'
import { readHead } from '../pictures/files/readHead.ts'

/** Media types that the page can display, besides pictures. No page executes what is served as bytes. */
const shownTypes = /^(?:image\/apng|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/**
 * Answers a request for a stored file or a range of it. Texts are served as `textType`, other files
 * that the page can't display as bytes. SVG counts as text: two kilobytes of it can hold a page that
 * draws them for good. A picture that would take too much memory is refused: no page can decode what
 * it does not get.
 */
export async function serveStored(
  blobs: Blobs,
  id: string,
  range: string | null,
  textType: 'text/plain; charset=utf-8' | 'application/octet-stream',
): Promise<Response> {
  if (!blobs.has(id)) return fileNotFound()
  const path = blobs.path(id)
  const head = await readHead(path)
  const type = await detectMediaType(head, '')
  if (await isPictureTooLarge(path, head, type)) return fileTooLarge()
  const other = type.startsWith('text/') ? textType : 'application/octet-stream'
  const served = isDrawnPicture(type) || shownTypes.test(type) ? type : other
  return serveFile(path, range, () => served)
}
