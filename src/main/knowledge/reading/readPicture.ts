import { AppError } from '../../../shared/errors.ts'
import type { Picture, SourceFile } from './documentTask.ts'
import { jpegPdf } from './pdf/jpegPdf.ts'
import { renderPdfPage } from './pdf/renderPdfPage.ts'
import type { ReaderOptions } from './readFormat.ts'
import { pictureType } from './sniffFormat.ts'
import { firstBytes, openSource } from './sourceBytes.ts'

const maxPictureBytes = 20_000_000
/** Services take five million, in letters that need a third more. */
const maxSentBytes = 3_500_000

/**
 * Returns a page of a PDF, or a file that is a picture, as a vision model takes it. Errors:
 * documentTooLarge, documentDamaged and others.
 */
export async function readPicture(
  file: SourceFile,
  { pdfium }: ReaderOptions,
  page: number,
): Promise<{ picture: Picture }> {
  const source = openSource(file.from)
  try {
    if (page > 0) {
      const bytes = await renderPdfPage(source, pdfium, page - 1)
      return { picture: { bytes, mediaType: 'image/png' } }
    }
    if (source.length > maxPictureBytes) {
      throw new AppError('documentTooLarge', 'The picture is too large')
    }
    const bytes = firstBytes(source)
    const mediaType = pictureType(bytes)
    const { buffer, byteOffset, byteLength } = bytes
    const large = mediaType === 'image/jpeg' && byteLength > maxSentBytes
    const pdf = large && jpegPdf(Buffer.from(buffer, byteOffset, byteLength))
    if (!pdf) return { picture: { bytes, mediaType } }
    const drawn = await renderPdfPage(openSource({ bytes: pdf }), pdfium, 0)
    return { picture: { bytes: drawn, mediaType: 'image/png' } }
  } finally {
    source.close()
  }
}
