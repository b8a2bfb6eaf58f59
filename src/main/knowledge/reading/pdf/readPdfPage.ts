import { placeOnPage, type Edges } from './pageFrame.ts'
import type { PdfLine, PdfPage } from './pdfLine.ts'
import type { PdfiumExports } from './pdfium.ts'
import { inReadingOrder } from './readingOrder.ts'
import { readEdges, readPdfLines, type PageLines } from './readPdfLines.ts'
import { readPdfNotes } from './readPdfNotes.ts'
import type { OpenPdf } from './withPdf.ts'

const unread = { lines: [], unknown: 0, meaningless: 0, cropped: 0, hidden: 0 }

/**
 * Reads one page's lines in the order in which people read them, with what was written into its
 * form and on it.
 */
export function readPdfPage(pdf: OpenPdf, index: number): PdfPage {
  const { exports, document, scratch } = pdf
  let page = exports.FPDF_LoadPage(document, index)
  if (!page) return { width: 0, height: 0, ...unread, ...drawn }
  try {
    exports.FPDF_GetPageBoundingBox(page, scratch)
    const box = readEdges(exports, scratch)
    const rotation = exports.FPDFPage_GetRotation(page)
    const place = (edges: Edges) => placeOnPage(edges, box, rotation)
    const { width, height } = place(box)
    const content = contentOf(exports, page)
    const { fields, notes, comments, hidden, drawn: stamps } = readPdfNotes(pdf, page, place)
    const read = (): PageLines => readPdfLines(exports, page, scratch, { box, rotation, place })
    const { lines: printed, ...counts } = read()
    let lines = printed
    if (stamps.length > 0) {
      keepDrawn(exports, page, new Set(stamps))
      exports.FPDF_ClosePage(page)
      page = exports.FPDF_LoadPage(document, index)
      if (page) lines = withDrawn(printed, read().lines)
    }
    const own = lines.filter(({ written }) => written === undefined)
    const stamped = lines.filter(({ written }) => written !== undefined)
    return {
      ...{ width, height, ...counts, hidden },
      lines: [...inReadingOrder(own, [...fields, ...notes, ...stamped]), ...comments],
      ...content,
    }
  } finally {
    if (page) exports.FPDF_ClosePage(page)
  }
}

/** FLAT_NORMALDISPLAY. */
const asShown = 0

/** Makes what some notes draw a part of the page, whose text can be read, and forgets the others. */
function keepDrawn(exports: PdfiumExports, page: number, kept: ReadonlySet<number>): void {
  for (let index = exports.FPDFPage_GetAnnotCount(page) - 1; index >= 0; index--) {
    if (!kept.has(index)) exports.FPDFPage_RemoveAnnot(page, index)
  }
  exports.FPDFPage_Flatten(page, asShown)
}

/**
 * Marks the lines that only the page with its drawings has. PDFium gives them after the page's own,
 * wherever they stand.
 */
function withDrawn(own: readonly PdfLine[], all: PdfLine[]): PdfLine[] {
  const goesOn = own.every(({ text }, index) => all[index]?.text === text)
  if (!goesOn) return all
  return all.map((line, index) => (index < own.length ? line : { ...line, written: 'note' }))
}

const drawn = { hasContent: true, hasDrawing: true }
/** FPDF_PAGEOBJ_TEXT. */
const textObject = 1
/** A page with more objects is more than a running head. */
const maxObjects = 50

function contentOf(
  pdfium: PdfiumExports,
  page: number,
): Pick<PdfPage, 'hasContent' | 'hasDrawing'> {
  const count = pdfium.FPDFPage_CountObjects(page)
  if (count > maxObjects) return drawn
  for (let index = 0; index < count; index++) {
    const kind = pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index))
    if (kind !== textObject) return drawn
  }
  return { hasContent: count > 0, hasDrawing: false }
}
