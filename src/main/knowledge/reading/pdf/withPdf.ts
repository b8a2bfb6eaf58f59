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
  /** PDFium's handle of its form; 0 if it has none. */
  form: number
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
  const formInfo = exports.malloc(formInfoBytes)
  let form = 0
  try {
    if (!document) throw loadFailure(lastFailure())
    form = openForm(exports, document, formInfo)
    return work({ exports, document, form, scratch })
  } finally {
    if (form) exports.FPDFDOC_ExitFormFillEnvironment(form)
    exports.free(formInfo)
    if (document) exports.FPDF_CloseDocument(document)
    exports.free(access)
    exports.free(scratch)
  }
}

/** More than an FPDF_FORMFILLINFO takes. */
const formInfoBytes = 256
const formInfoVersion = 2

/** Opens a document's form, from which its fields' values are read. Nothing is called back. */
function openForm(exports: PdfiumExports, document: number, info: number): number {
  if (exports.FPDF_GetFormType(document) === 0) return 0
  new Uint8Array(exports.memory.buffer, info, formInfoBytes).fill(0)
  new DataView(exports.memory.buffer).setUint32(info, formInfoVersion, true)
  return exports.FPDFDOC_InitFormFillEnvironment(document, info)
}

function loadFailure(code: number): AppError {
  return encryptedErrors.has(code)
    ? new AppError('documentEncrypted', 'It needs a password')
    : new AppError('documentDamaged', `PDFium refused it with ${String(code)}`)
}
