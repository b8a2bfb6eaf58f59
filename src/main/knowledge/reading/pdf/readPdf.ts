import { AppError } from '../../../../shared/errors.ts'
import type { ReadDocument } from '../../readDocument.ts'
import type { SourceBytes } from '../sourceBytes.ts'
import { pdfDocument } from './pdfDocument.ts'
import type { PdfPage } from './pdfLine.ts'
import type { PdfiumExports } from './pdfium.ts'
import { readPdfPage } from './readPdfPage.ts'
import { scratchBytes, withPdf } from './withPdf.ts'

const pagesMaximum = 20_000
/** The share of letters without a meaning above which a page counts as one without text. */
const unknownShareMaximum = 0.5

/**
 * Reads a PDF's text with the place of each line. PDFium asks for the bytes that it needs, so that
 * a file of any size takes little memory. A page without text gets its description, if there is
 * one. Errors: documentEncrypted, documentDamaged, tooHeavy.
 */
export function readPdf(
  bytes: SourceBytes,
  modulePath: string,
  descriptions: ReadonlyMap<number, string>,
): Promise<ReadDocument> {
  return withPdf(bytes, modulePath, ({ exports, document, scratch }) => {
    const count = exports.FPDF_GetPageCount(document)
    if (count === 0) throw new AppError('documentDamaged', 'It has no page')
    const pages: PdfPage[] = []
    for (let index = 0; index < Math.min(count, pagesMaximum); index++) {
      pages.push(withoutUnknown(readPdfPage(exports, document, index, scratch)))
    }
    const read = pdfDocument(pages, readTitle(exports, document, scratch), descriptions)
    const isCut = count > pagesMaximum
    const omissions = [...read.omissions, ...unknownOmissions(pages)]
    return { ...read, omissions: isCut ? [...omissions, { reason: 'tooLong' }] : omissions }
  })
}

/** Empties a page whose font does not say what its letters mean: signs without sense. */
function withoutUnknown(page: PdfPage): PdfPage {
  const letters = page.lines.reduce((sum, { text }) => sum + text.length, 0)
  return page.unknown > letters * unknownShareMaximum ? { ...page, lines: [] } : page
}

function unknownOmissions(pages: readonly PdfPage[]): ReadDocument['omissions'] {
  return pages.flatMap(({ unknown }, index) =>
    unknown > 20 ? [{ reason: 'unknownCharacters' as const, page: index + 1 }] : [],
  )
}

function readTitle(exports: PdfiumExports, document: number, scratch: number): string | null {
  const tag = 'Title\0'
  Buffer.from(exports.memory.buffer, scratch, tag.length).write(tag, 'latin1')
  const buffer = scratch + 16
  const length = exports.FPDF_GetMetaText(document, scratch, buffer, scratchBytes - 16)
  if (length <= 2 || length > scratchBytes - 16) return null
  const title = Buffer.from(exports.memory.buffer, buffer, length - 2).toString('utf16le')
  return title.toWellFormed().trim() || null
}
