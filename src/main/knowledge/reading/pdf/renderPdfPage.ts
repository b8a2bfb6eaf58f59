import { AppError } from '../../../../shared/errors.ts'
import type { SourceBytes } from '../sourceBytes.ts'
import { encodeGrayPng } from '../../../pictures/pixels/encodePng.ts'
import { withPdf } from './withPdf.ts'

/** Letters of usual size are well legible at 150 dots per inch. */
const dotsPerPoint = 150 / 72
/** Vision models make larger pictures smaller. */
const maxEdgePixels = 2000
const grayBitmap = 1
const white = 0xffffffff
/** FPDF_ANNOT and FPDF_GRAYSCALE. */
const flags = 0x01 | 0x08

/** Draws a page as a PNG in shades of gray. `index` is from 0. Errors: those of `withPdf`. */
export function renderPdfPage(
  bytes: SourceBytes,
  modulePath: string,
  index: number,
): Promise<Uint8Array> {
  return withPdf(bytes, modulePath, ({ exports, document }) => {
    const page = exports.FPDF_LoadPage(document, index)
    if (!page) throw new AppError('documentDamaged', 'The page is damaged')
    const width = exports.FPDF_GetPageWidthF(page)
    const height = exports.FPDF_GetPageHeightF(page)
    const scale = Math.min(dotsPerPoint, maxEdgePixels / Math.max(width, height))
    const size = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)))
    const [columns = 1, rows = 1] = size
    const bitmap = exports.FPDFBitmap_CreateEx(columns, rows, grayBitmap, 0, 0)
    try {
      exports.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, white)
      exports.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, flags)
      const stride = exports.FPDFBitmap_GetStride(bitmap)
      const start = exports.FPDFBitmap_GetBuffer(bitmap)
      const pixels = new Uint8Array(exports.memory.buffer, start, stride * rows)
      return encodeGrayPng(pixels, { width: columns, height: rows, stride })
    } finally {
      exports.FPDFBitmap_Destroy(bitmap)
      exports.FPDF_ClosePage(page)
    }
  })
}
