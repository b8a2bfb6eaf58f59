import { placeOnPage, type Edges } from './pageFrame.ts'
import type { PdfPage } from './pdfLine.ts'
import type { PdfiumExports } from './pdfium.ts'
import { inReadingOrder } from './readingOrder.ts'
import { readEdges, readPdfLines } from './readPdfLines.ts'
import { readPdfNotes } from './readPdfNotes.ts'
import type { OpenPdf } from './withPdf.ts'

const unread = { lines: [], unknown: 0, meaningless: 0, cropped: 0, hidden: 0 }

/**
 * Reads one page's lines in the order in which people read them, with what was written into its
 * form and on it.
 */
export function readPdfPage(pdf: OpenPdf, index: number): PdfPage {
  const { exports, document, scratch } = pdf
  const page = exports.FPDF_LoadPage(document, index)
  if (!page) return { width: 0, height: 0, ...unread, ...drawn }
  try {
    exports.FPDF_GetPageBoundingBox(page, scratch)
    const box = readEdges(exports, scratch)
    const rotation = exports.FPDFPage_GetRotation(page)
    const place = (edges: Edges) => placeOnPage(edges, box, rotation)
    const { width, height } = place(box)
    const { lines, ...counts } = readPdfLines(exports, page, scratch, { box, rotation, place })
    const { fields, notes, comments, hidden } = readPdfNotes(pdf, page, place)
    return {
      ...{ width, height, ...counts, hidden },
      lines: [...inReadingOrder(lines, [...fields, ...notes]), ...comments],
      ...contentOf(exports, page),
    }
  } finally {
    exports.FPDF_ClosePage(page)
  }
}

const drawn = { hasContent: true, hasDrawing: true }
/** FPDF_PAGEOBJ_TEXT. */
const textObject = 1
/** A page with more objects is more than a running head. */
const objectsMaximum = 50

function contentOf(
  pdfium: PdfiumExports,
  page: number,
): Pick<PdfPage, 'hasContent' | 'hasDrawing'> {
  const count = pdfium.FPDFPage_CountObjects(page)
  if (count > objectsMaximum) return drawn
  for (let index = 0; index < count; index++) {
    const kind = pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index))
    if (kind !== textObject) return drawn
  }
  return { hasContent: count > 0, hasDrawing: false }
}
