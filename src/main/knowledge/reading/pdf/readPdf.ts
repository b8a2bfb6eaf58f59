import { AppError } from '../../../../shared/errors.ts'
import type { Omission, ReadDocument } from '../../readDocument.ts'
import type { SourceBytes } from '../sourceBytes.ts'
import { isGarbage } from './judgeLetters.ts'
import { pdfDocument } from './pdfDocument.ts'
import type { PdfPage } from './pdfLine.ts'
import type { PdfiumExports } from './pdfium.ts'
import { readPdfPage } from './readPdfPage.ts'
import { scratchBytes, withPdf } from './withPdf.ts'

const maxPages = 20_000
/** Single signs without a meaning are bullets and the like. */
const maxMeaninglessSigns = 20

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
  return withPdf(bytes, modulePath, (pdf) => {
    const { exports, document, scratch } = pdf
    const count = exports.FPDF_GetPageCount(document)
    if (count === 0) throw new AppError('documentDamaged', 'It has no page')
    const pages: PdfPage[] = []
    for (let index = 0; index < Math.min(count, maxPages); index++) {
      pages.push(withoutGarbage(readPdfPage(pdf, index)))
    }
    const read = pdfDocument(pages, readTitle(exports, document, scratch), descriptions)
    const isCut = count > maxPages
    const omissions = [...read.omissions, ...pageOmissions(pages)]
    const files = exports.FPDFDoc_GetAttachmentCount(document)
    if (files > 0) omissions.push({ reason: 'embeddedFile', count: files })
    if (isCut) omissions.push({ reason: 'tooLong' })
    return { ...read, omissions }
  })
}

/** Empties a page whose letters are none. What was written on it stays. */
function withoutGarbage(page: PdfPage): PdfPage {
  if (!isGarbage(page)) return page
  const lines = page.lines.filter(({ written }) => written !== undefined)
  return { ...page, lines, isUnreadable: true }
}

function pageOmissions(pages: readonly PdfPage[]): Omission[] {
  return pages.flatMap(({ isUnreadable, meaningless, cropped, hidden }, index) => {
    const omissions: Omission[] = []
    const page = index + 1
    if (isUnreadable || meaningless > maxMeaninglessSigns) {
      omissions.push({ reason: 'unknownCharacters', page })
    }
    if (cropped > 0) omissions.push({ reason: 'croppedText', page })
    if (hidden > 0) omissions.push({ reason: 'hiddenText', page, count: hidden })
    return omissions
  })
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
