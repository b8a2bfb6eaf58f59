import { readFileSync } from 'node:fs'
import { PDFiumModule } from '@hyzyla/pdfium'
import { AppError } from '../../../../shared/errors.ts'

/** An address in PDFium's memory. */
type Pointer = number

/**
 * The part of PDFium's C interface that is used here (fpdf_text.h, fpdfview.h, fpdf_annot.h). The
 * package types only some of it; its wrappers check each call, which is too slow for one call per
 * character.
 */
export interface PdfiumExports {
  memory: WebAssembly.Memory
  __indirect_function_table: WebAssembly.Table
  malloc: (bytes: number) => Pointer
  free: (pointer: Pointer) => void
  FPDF_LoadCustomDocument: (access: Pointer, password: Pointer) => Pointer
  FPDF_GetLastError: () => number
  FPDF_CloseDocument: (document: Pointer) => void
  FPDF_GetPageCount: (document: Pointer) => number
  FPDF_GetMetaText: (document: Pointer, tag: Pointer, buffer: Pointer, bytes: number) => number
  FPDF_LoadPage: (document: Pointer, index: number) => Pointer
  FPDF_ClosePage: (page: Pointer) => void
  /** Writes an FS_RECTF: left, top, right and bottom as floats. */
  FPDF_GetPageBoundingBox: (page: Pointer, rectangle: Pointer) => number
  /** In quarters of a turn, clockwise. */
  FPDFPage_GetRotation: (page: Pointer) => number
  FPDF_GetPageWidthF: (page: Pointer) => number
  FPDF_GetPageHeightF: (page: Pointer) => number
  FPDFBitmap_CreateEx: (
    width: number,
    height: number,
    format: number,
    buffer: Pointer,
    stride: number,
  ) => Pointer
  FPDFBitmap_FillRect: (
    bitmap: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ) => void
  FPDF_RenderPageBitmap: (
    bitmap: Pointer,
    page: Pointer,
    x: number,
    y: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ) => void
  FPDFBitmap_GetStride: (bitmap: Pointer) => number
  FPDFBitmap_GetBuffer: (bitmap: Pointer) => Pointer
  FPDFBitmap_Destroy: (bitmap: Pointer) => void
  FPDFPage_CountObjects: (page: Pointer) => number
  FPDFPage_GetObject: (page: Pointer, index: number) => Pointer
  FPDFPageObj_GetType: (object: Pointer) => number
  FPDF_GetFormType: (document: Pointer) => number
  FPDFDOC_InitFormFillEnvironment: (document: Pointer, info: Pointer) => Pointer
  FPDFDOC_ExitFormFillEnvironment: (form: Pointer) => void
  FPDFDoc_GetAttachmentCount: (document: Pointer) => number
  FPDFPage_GetAnnotCount: (page: Pointer) => number
  FPDFPage_GetAnnot: (page: Pointer, index: number) => Pointer
  FPDFPage_CloseAnnot: (annotation: Pointer) => void
  FPDFPage_RemoveAnnot: (page: Pointer, index: number) => number
  /** Makes what notes and fields draw a part of the page's content. */
  FPDFPage_Flatten: (page: Pointer, usage: number) => number
  FPDFAnnot_GetSubtype: (annotation: Pointer) => number
  FPDFAnnot_GetFlags: (annotation: Pointer) => number
  /** Writes an FS_RECTF. */
  FPDFAnnot_GetRect: (annotation: Pointer, rectangle: Pointer) => number
  FPDFAnnot_GetStringValue: (
    annotation: Pointer,
    key: Pointer,
    buffer: Pointer,
    bytes: number,
  ) => number
  /** Writes a float. */
  FPDFAnnot_GetNumberValue: (annotation: Pointer, key: Pointer, value: Pointer) => number
  FPDFAnnot_GetFormFieldType: (form: Pointer, annotation: Pointer) => number
  FPDFAnnot_GetFormFieldFlags: (form: Pointer, annotation: Pointer) => number
  FPDFAnnot_GetFormFieldValue: (
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    bytes: number,
  ) => number
  FPDFAnnot_IsChecked: (form: Pointer, annotation: Pointer) => number
  FPDFAnnot_GetOptionCount: (form: Pointer, annotation: Pointer) => number
  FPDFAnnot_IsOptionSelected: (form: Pointer, annotation: Pointer, index: number) => number
  FPDFAnnot_GetOptionLabel: (
    form: Pointer,
    annotation: Pointer,
    index: number,
    buffer: Pointer,
    bytes: number,
  ) => number
  FPDFText_LoadPage: (page: Pointer) => Pointer
  FPDFText_ClosePage: (text: Pointer) => void
  FPDFText_CountChars: (text: Pointer) => number
  FPDFText_GetUnicode: (text: Pointer, index: number) => number
  FPDFText_IsGenerated: (text: Pointer, index: number) => number
  FPDFText_HasUnicodeMapError: (text: Pointer, index: number) => number
  /** Writes an FS_RECTF with the height of the font, not of the letter. */
  FPDFText_GetLooseCharBox: (text: Pointer, index: number, rectangle: Pointer) => number
  /** In radians, clockwise. */
  FPDFText_GetCharAngle: (text: Pointer, index: number) => number
  FPDFText_GetFontSize: (text: Pointer, index: number) => number
  /** Writes an FS_MATRIX: a, b, c, d, e and f as floats. */
  FPDFText_GetMatrix: (text: Pointer, index: number, matrix: Pointer) => number
  FPDFText_GetFontInfo: (
    text: Pointer,
    index: number,
    buffer: Pointer,
    bytes: number,
    flags: Pointer,
  ) => number
}

export interface Pdfium {
  exports: PdfiumExports
  /** Sets what reads bytes of the document. PDFium calls it as the function `readerPointer`. */
  setReader: (read: (position: number, into: Uint8Array) => boolean) => void
}

/** PDFium's table of functions can't grow, and its place 0 is the only one that is free. */
export const readerPointer = 0

/** Limit of PDFium's memory, which never shrinks. */
const maxMemoryBytes = 200_000_000

/**
 * A module of one function, `read(param, position, buffer, size)`, which calls the same of
 * JavaScript. Only a function of WebAssembly can stand in PDFium's table of callbacks.
 */
const callbackModule = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 9, 1, 96, 4, 127, 127, 127, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0,
  0, 3, 2, 1, 0, 7, 5, 1, 1, 99, 0, 1, 10, 14, 1, 12, 0, 32, 0, 32, 1, 32, 2, 32, 3, 16, 0, 11,
])

let loaded: Promise<Pdfium> | undefined

/** Loads PDFium, once in a thread. `path` is its module's. */
export function loadPdfium(path: string): Promise<Pdfium> {
  loaded ??= load(path)
  return loaded
}

/** Forgets PDFium after a failure, which may have left its memory in disorder. */
export function forgetPdfium(): void {
  loaded = undefined
}

async function load(path: string): Promise<Pdfium> {
  const module = await WebAssembly.compile(readFileSync(path))
  const pdfium = await PDFiumModule({
    locateFile: () => '',
    // The package's types say that the callback takes a module. It takes the instance.
    instantiateWasm: ((
      imports: WebAssembly.Imports,
      receive: (made: WebAssembly.Instance) => void,
    ) => {
      void WebAssembly.instantiate(module, bounded(imports)).then(receive)
      return {}
    }) as never,
  })
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 })
  const exports = pdfium.wasmExports as unknown as PdfiumExports
  let read: (position: number, into: Uint8Array) => boolean = () => false
  const callback = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), {
    a: {
      b: (_param: number, position: number, buffer: number, size: number): number =>
        read(position >>> 0, new Uint8Array(exports.memory.buffer, buffer >>> 0, size >>> 0))
          ? 1
          : 0,
    },
  })
  exports.__indirect_function_table.set(readerPointer, callback.exports['c'])
  return { exports, setReader: (reader) => (read = reader) }
}

/** Refuses to let the memory grow beyond its limit. */
function bounded(imports: WebAssembly.Imports): WebAssembly.Imports {
  const environment = imports['env'] ?? {}
  const grow = environment['emscripten_resize_heap'] as (bytes: number) => number
  const resize = (bytes: number): number => {
    if (bytes >>> 0 > maxMemoryBytes) throw new AppError('tooHeavy', 'It took too much memory')
    return grow(bytes)
  }
  const env = { ...environment, emscripten_resize_heap: resize }
  return { ...imports, env, wasi_snapshot_preview1: env }
}
