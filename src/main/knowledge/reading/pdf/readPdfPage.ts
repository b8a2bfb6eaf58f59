import type { Rectangle } from '../../../../shared/passagePlace.ts'
import { foldLetters } from './foldLetters.ts'
import type { PdfLine, PdfPage } from './pdfLine.ts'
import type { PdfiumExports } from './pdfium.ts'

/** Edges in the page's own coordinates, whose origin is at the bottom left. */
interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

const rectangleBytes = 16
const matrixBytes = 24
const nameBytes = 64
/** What PDFium gives for a hyphen at a line's end, without a line break after it. */
const hyphen = 0x02
/** A page with more characters is not for reading: a map, or an attack. */
const charactersMaximum = 400_000

/** The letters of a line from one of which the size is taken. The others are alike. */
const sizeSampleStep = 4
const boldLengthMaximum = 200
/** A longer line is cut: no page shows it. */
const lineLengthMaximum = 10_000

/** Reads one page's lines. `scratch` is memory of at least 100 bytes. */
export function readPdfPage(
  pdfium: PdfiumExports,
  document: number,
  index: number,
  scratch: number,
): PdfPage {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) return { width: 0, height: 0, lines: [], ...drawn, unknown: 0 }
  try {
    pdfium.FPDF_GetPageBoundingBox(page, scratch)
    const box = readEdges(pdfium, scratch)
    const rotation = pdfium.FPDFPage_GetRotation(page)
    const place = (edges: Edges): Rectangle => placeOnPage(edges, box, rotation)
    const { width, height } = place(box)
    const { lines, unknown } = readLines(pdfium, page, scratch, place)
    return { width, height, lines, unknown, ...contentOf(pdfium, page) }
  } finally {
    pdfium.FPDF_ClosePage(page)
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

function readLines(
  pdfium: PdfiumExports,
  page: number,
  scratch: number,
  place: (edges: Edges) => Rectangle,
): { lines: PdfLine[]; unknown: number } {
  const characters = pdfium.FPDFText_LoadPage(page)
  if (!characters) return { lines: [], unknown: 0 }
  const { FPDFText_HasUnicodeMapError: hasNoMeaning } = pdfium
  const lines: PdfLine[] = []
  let unknown = 0
  let letters: number[] = []
  let edges: Edges | undefined
  let first = 0
  let last = 0
  let sizes = new Map<number, number>()

  function addSize(index: number): void {
    const size = sizeAt(pdfium, characters, index, scratch)
    sizes.set(size, (sizes.get(size) ?? 0) + 1)
  }

  function close(isHyphenated: boolean): void {
    const folded = foldLetters(String.fromCodePoint(...letters))
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (edges && folded !== '') {
      const isBold =
        folded.length < boldLengthMaximum &&
        isBoldAt(pdfium, characters, first, scratch) &&
        isBoldAt(pdfium, characters, last, scratch)
      const size = [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
      lines.push({ text: folded, ...place(edges), size, isBold, isHyphenated })
    }
    letters = []
    edges = undefined
    sizes = new Map()
  }

  const count = Math.min(pdfium.FPDFText_CountChars(characters), charactersMaximum)
  for (let index = 0; index < count; index++) {
    const unicode = pdfium.FPDFText_GetUnicode(characters, index)
    if (unicode === hyphen) {
      letters.push(0x2d)
      close(true)
    } else if (unicode <= 0x20 || unicode === 0xa0) {
      const isBreak = unicode === 0x0a || unicode === 0x0d
      if (letters.length >= lineLengthMaximum) close(false)
      if (isBreak && pdfium.FPDFText_IsGenerated(characters, index)) close(false)
      else letters.push(0x20)
    } else {
      pdfium.FPDFText_GetLooseCharBox(characters, index, scratch)
      const box = readEdges(pdfium, scratch)
      if (edges && (isElsewhere(box, edges) || letters.length >= lineLengthMaximum)) close(false)
      if (!edges) first = index
      last = index
      if (letters.length % sizeSampleStep === 0) addSize(index)
      edges = edges ? joined(edges, box) : box
      const isKnown = isLetter(unicode) && !hasNoMeaning(characters, index)
      if (!isKnown) unknown += 1
      letters.push(isLetter(unicode) ? unicode : 0xfffd)
    }
  }
  close(false)
  pdfium.FPDFText_ClosePage(characters)
  return { lines: lines.filter(isPlaced), unknown }
}

function isLetter(unicode: number): boolean {
  if (unicode > 0x10ffff || (unicode & 0xfffff800) === 0xd800) return false
  const isPrivate = unicode >= 0xe000 && unicode <= 0xf8ff
  return (
    !isPrivate && unicode !== 0xfffd && unicode !== 0xfffe && !(unicode >= 0x7f && unicode < 0xa0)
  )
}

/** Tells whether a character is on another line, though PDFium puts no break before it. */
function isElsewhere(box: Edges, line: Edges): boolean {
  return box.bottom > line.top || box.top < line.bottom
}

function isPlaced({ x, y, width, height }: PdfLine): boolean {
  return Number.isFinite(x + y + width + height)
}

/** Returns the height of a letter's font, in points rounded to halves. */
function sizeAt(pdfium: PdfiumExports, characters: number, index: number, scratch: number): number {
  const size = pdfium.FPDFText_GetFontSize(characters, index)
  if (!pdfium.FPDFText_GetMatrix(characters, index, scratch)) return 0
  const view = new DataView(pdfium.memory.buffer, scratch, matrixBytes)
  const scale = Math.hypot(view.getFloat32(8, true), view.getFloat32(12, true))
  return Math.round(size * scale * 2) / 2
}

function isBoldAt(
  pdfium: PdfiumExports,
  characters: number,
  index: number,
  scratch: number,
): boolean {
  const length = pdfium.FPDFText_GetFontInfo(characters, index, scratch, nameBytes, 0)
  if (length <= 1) return false
  const bytes = Buffer.from(pdfium.memory.buffer, scratch, Math.min(length, nameBytes) - 1)
  return /bold|black|heavy|cmbx/i.test(bytes.toString('latin1'))
}

function readEdges({ memory }: PdfiumExports, pointer: number): Edges {
  const view = new DataView(memory.buffer, pointer, rectangleBytes)
  return {
    left: view.getFloat32(0, true),
    top: view.getFloat32(4, true),
    right: view.getFloat32(8, true),
    bottom: view.getFloat32(12, true),
  }
}

function joined(a: Edges, b: Edges): Edges {
  return {
    left: Math.min(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

/** Moves edges to the page as it is shown: its box cut out, turned, and from the top left. */
function placeOnPage(edges: Edges, box: Edges, rotation: number): Rectangle {
  const width = edges.right - edges.left
  const height = edges.top - edges.bottom
  switch (rotation) {
    case 1:
      return {
        x: edges.bottom - box.bottom,
        y: edges.left - box.left,
        width: height,
        height: width,
      }
    case 2:
      return { x: box.right - edges.right, y: edges.bottom - box.bottom, width, height }
    case 3:
      return { x: box.top - edges.top, y: box.right - edges.right, width: height, height: width }
    default:
      return { x: edges.left - box.left, y: box.top - edges.top, width, height }
  }
}
