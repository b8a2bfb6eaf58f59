import { AppError } from '../../../../shared/errors.ts'
import type { ReadDocument } from '../../readDocument.ts'
import type { SourceBytes } from '../sourceBytes.ts'
import { pdfDocument } from './pdfDocument.ts'
import type { PdfPage } from './pdfLine.ts'
import {
  forgetPdfium,
  loadPdfium,
  readerPointer,
  type Pdfium,
  type PdfiumExports,
} from './pdfium.ts'
import { readPdfPage } from './readPdfPage.ts'

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h. */
const encryptedErrors = new Set([4, 5])
const pagesMaximum = 20_000
const scratchBytes = 2048
/** The share of letters without a meaning above which a page counts as one without text. */
const unknownShareMaximum = 0.5

/**
 * Reads a PDF's text with the place of each line. PDFium asks for the bytes that it needs, so that
 * a file of any size takes little memory. Errors: documentEncrypted, documentDamaged,
 * documentWithoutText, tooHeavy.
 */
export async function readPdf(bytes: SourceBytes, modulePath: string): Promise<ReadDocument> {
  const pdfium = await loadPdfium(modulePath)
  try {
    return readWith(pdfium, bytes)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'tooHeavy') throw error
    forgetPdfium()
    if (error instanceof AppError) throw error
    throw new AppError('documentDamaged', 'PDFium failed', {}, error)
  }
}

function readWith({ exports, setReader }: Pdfium, bytes: SourceBytes): ReadDocument {
  setReader((position, into) => bytes.read(position, into) === into.byteLength)
  const { FPDF_GetLastError: lastFailure } = exports
  const scratch = exports.malloc(scratchBytes)
  const access = exports.malloc(12)
  new Uint32Array(exports.memory.buffer, access, 3).set([bytes.length, readerPointer, 0])
  const document = exports.FPDF_LoadCustomDocument(access, 0)
  try {
    if (!document) throw loadFailure(lastFailure())
    const count = exports.FPDF_GetPageCount(document)
    if (count === 0) throw new AppError('documentDamaged', 'It has no page')
    const pages: PdfPage[] = []
    for (let index = 0; index < Math.min(count, pagesMaximum); index++) {
      pages.push(withoutUnknown(readPdfPage(exports, document, index, scratch)))
    }
    const read = pdfDocument(pages, readTitle(exports, document, scratch))
    const isCut = count > pagesMaximum
    const omissions = [...read.omissions, ...unknownOmissions(pages)]
    return { ...read, omissions: isCut ? [...omissions, { reason: 'tooLong' }] : omissions }
  } finally {
    if (document) exports.FPDF_CloseDocument(document)
    exports.free(access)
    exports.free(scratch)
  }
}

function loadFailure(code: number): AppError {
  return encryptedErrors.has(code)
    ? new AppError('documentEncrypted', 'It needs a password')
    : new AppError('documentDamaged', `PDFium refused it with ${String(code)}`)
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
