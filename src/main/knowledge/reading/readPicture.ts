import { AppError } from '../../../shared/errors.ts'
import type { Picture, SourceFile } from './documentTask.ts'
import { renderPdfPage } from './pdf/renderPdfPage.ts'
import type { ReaderOptions } from './readFormat.ts'
import { pictureType } from './sniffFormat.ts'
import { firstBytes, openSource } from './sourceBytes.ts'

const pictureBytesMaximum = 20_000_000

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
    if (source.length > pictureBytesMaximum) {
      throw new AppError('documentTooLarge', 'The picture is too large')
    }
    const bytes = firstBytes(source)
    return { picture: { bytes, mediaType: pictureType(bytes) } }
  } finally {
    source.close()
  }
}
