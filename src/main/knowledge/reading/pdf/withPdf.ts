import { AppError } from '../../../../shared/errors.ts'
import type { SourceBytes } from '../sourceBytes.ts'
import {
  forgetPdfium,
  loadPdfium,
  readerPointer,
  type Pdfium,
  type PdfiumExports,
} from './pdfium.ts'

export interface OpenPdf {
  exports: PdfiumExports
  /** PDFium's handle of the document. */
  document: number
  /** Memory of `scratchBytes` for what PDFium returns. */
  scratch: number
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of fpdfview.h. */
const encryptedErrors = new Set([4, 5])
export const scratchBytes = 2048

/** Opens a PDF for a piece of work. Errors: documentEncrypted, documentDamaged, tooHeavy. */
export async function withPdf<Value>(
  bytes: SourceBytes,
  modulePath: string,
  work: (pdf: OpenPdf) => Value,
): Promise<Value> {
  const pdfium = await loadPdfium(modulePath)
  try {
    return workWith(pdfium, bytes, work)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'tooHeavy') throw error
    forgetPdfium()
    if (error instanceof AppError) throw error
    throw new AppError('documentDamaged', 'PDFium failed', {}, error)
  }
}

function workWith<Value>(
  { exports, setReader }: Pdfium,
  bytes: SourceBytes,
  work: (pdf: OpenPdf) => Value,
): Value {
  setReader((position, into) => bytes.read(position, into) === into.byteLength)
  const { FPDF_GetLastError: lastFailure } = exports
  const scratch = exports.malloc(scratchBytes)
  const access = exports.malloc(12)
  new Uint32Array(exports.memory.buffer, access, 3).set([bytes.length, readerPointer, 0])
  const document = exports.FPDF_LoadCustomDocument(access, 0)
  try {
    if (!document) throw loadFailure(lastFailure())
    return work({ exports, document, scratch })
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
