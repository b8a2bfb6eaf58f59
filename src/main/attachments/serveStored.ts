import type { Blobs } from '../storage/blobs.ts'
import { fileNotFound, fileTooLarge, serveFile } from '../storage/serveFile.ts'
import { holdsLargePicture } from './holdsLargePicture.ts'
import { isPictureTooLarge } from './isPictureTooLarge.ts'
import { detectMediaType } from './mediaType.ts'
import { readHead } from './readHead.ts'

/** Media types that the page can display. No page executes what is served as bytes. */
const shownTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/**
 * Answers a request for a stored file or a range of it. `typeOfText` returns the type as which a
 * text is served, by its beginning; other files that the page can't display are served as bytes. A
 * picture that would take too much memory is refused: no page can decode what it does not get.
 */
export async function serveStored(
  blobs: Blobs,
  id: string,
  range: string | null,
  typeOfText: (head: Uint8Array) => string,
): Promise<Response> {
  if (!blobs.has(id)) return fileNotFound()
  const path = blobs.path(id)
  const head = await readHead(path)
  const type = await detectMediaType(head, '')
  if (await isPictureTooLarge(path, head, type)) return fileTooLarge()
  const other = type.startsWith('text/') ? typeOfText(head) : 'application/octet-stream'
  const served = shownTypes.test(type) ? type : other
  if (served === 'image/svg+xml' && (await holdsLargePicture(path))) return fileTooLarge()
  return serveFile(path, range, () => served)
}
