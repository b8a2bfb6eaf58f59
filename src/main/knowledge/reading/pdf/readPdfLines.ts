import type { Rectangle } from '../../../../shared/knowledge/passagePlace.ts'
import { foldLetters } from './foldLetters.ts'
import { directionOf, isShown, joined, turned, type Direction, type Edges } from './pageFrame.ts'
import type { PdfLine, PdfPage } from './pdfLine.ts'
import type { PdfiumExports } from './pdfium.ts'

const rectangleBytes = 16
const matrixBytes = 24
const nameBytes = 64
/** PDFium's code for a hyphen at a line's end; no line break follows it. */
const hyphen = 0x02
/** A page with more characters is not for reading: a map, or an attack. */
const maxCharacters = 400_000

/** The letters of a line from one of which the size is taken. The others are alike. */
const sizeSampleStep = 4
const maxBoldLength = 200
/** A longer line is cut: no page shows it. */
const maxLineLength = 10_000
/** A gap of more heights of a letter may be one between columns. */
const minGap = 1.2
/** Between turned letters that are farther apart, in heights of a letter, is a space. */
const minSpace = 0.15
/** After a gap the same line is not moved up or down by more heights of a letter. */
const maxShift = 0.3

export interface PageLines extends Pick<PdfPage, 'unknown' | 'meaningless' | 'cropped'> {
  lines: PdfLine[]
}

export interface PagePlaces {
  /** The part of the page that is shown. */
  box: Edges
  /** In quarters of a turn, clockwise. */
  rotation: number
  /** Moves edges to the page as it is shown. */
  place: (edges: Edges) => Rectangle
}

/** A line that is being read. */
interface OpenLine {
  letters: number[]
  edges: Edges
  last: Edges
  direction: Direction
  first: number
  end: number
  sizes: Map<number, number>
  isRest: boolean
}

/** Reads the lines of a page's text, cut at gaps, in the order in which the file has them. */
export function readPdfLines(
  pdfium: PdfiumExports,
  page: number,
  scratch: number,
  { box: shown, rotation, place }: PagePlaces,
): PageLines {
  const characters = pdfium.FPDFText_LoadPage(page)
  const read: PageLines = { lines: [], unknown: 0, meaningless: 0, cropped: 0 }
  if (!characters) return read
  const { FPDFText_HasUnicodeMapError: hasNoMeaning } = pdfium
  let line: OpenLine | undefined

  function close(isHyphenated: boolean): void {
    if (line) {
      const made = lineOf(line, isHyphenated)
      if (made) read.lines.push(made)
    }
    line = undefined
  }

  function lineOf(open: OpenLine, isHyphenated: boolean): PdfLine | undefined {
    const { letters, edges, direction, first, end, sizes, isRest } = open
    const text = foldLetters(String.fromCodePoint(...letters))
      .replaceAll(/\s+/g, ' ')
      .trim()
    const rectangle = place(edges)
    if (text === '' || !isPlaced(rectangle)) return undefined
    const isBold =
      text.length < maxBoldLength &&
      isBoldAt(pdfium, characters, first, scratch) &&
      isBoldAt(pdfium, characters, end, scratch)
    const size = [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
    const isTurned = direction !== rotation
    return {
      ...{ text, ...rectangle, size, isBold, isHyphenated },
      ...(isTurned && { isTurned }),
      ...(isRest && { isRest }),
    }
  }

  function addLetter(unicode: number, index: number): void {
    const direction = directionOf(-pdfium.FPDFText_GetCharAngle(characters, index))
    pdfium.FPDFText_GetLooseCharBox(characters, index, scratch)
    const box = readEdges(pdfium, scratch)
    const place = line && placeAfter(line, box, direction)
    // A line that runs over the edge is read to its end.
    const isWithin = isShown(box, shown)
    if (!isWithin && place !== 'within') {
      read.cropped += 1
      return
    }
    if (place === 'elsewhere' || place === 'apart') close(false)
    line ??= {
      ...{ letters: [], edges: box, last: box, direction, first: index, end: index },
      ...{ sizes: new Map(), isRest: place === 'apart' },
    }
    if (line.letters.length % sizeSampleStep === 0) {
      const points = sizeAt(pdfium, characters, index, scratch)
      line.sizes.set(points, (line.sizes.get(points) ?? 0) + 1)
    }
    if (isWithin) line.edges = joined(line.edges, box)
    if (direction !== 0 && isAfterSpace(line, box)) line.letters.push(0x20)
    line.last = box
    line.end = index
    const isKnown = isLetter(unicode)
    if (!isKnown) read.meaningless += 1
    if (!isKnown || hasNoMeaning(characters, index)) read.unknown += 1
    line.letters.push(isKnown ? unicode : 0xfffd)
  }

  function addSpace(unicode: number, isGenerated: boolean): void {
    // PDFium misplaces the spaces that it adds between letters that run up or down.
    if (!line || (isGenerated && line.direction !== 0)) return
    const isBreak = unicode === 0x0a || unicode === 0x0d
    if (isBreak && isGenerated) close(false)
    else line.letters.push(0x20)
  }

  const count = Math.min(pdfium.FPDFText_CountChars(characters), maxCharacters)
  for (let index = 0; index < count; index++) {
    const unicode = unicodeAt(pdfium, characters, index)
    // The second half of the character before.
    if (unicode === undefined) continue
    if (unicode === hyphen && line) {
      line.letters.push(0x2d)
      close(true)
    } else if (unicode <= 0x20 || unicode === 0xa0) {
      if (unicode > 0 && unicode < 9) read.meaningless += 1
      addSpace(unicode, pdfium.FPDFText_IsGenerated(characters, index) !== 0)
    } else addLetter(unicode, index)
    if (line && line.letters.length >= maxLineLength) close(false)
  }
  close(false)
  pdfium.FPDFText_ClosePage(characters)
  return read
}

/** Returns a character. Those above U+FFFF come in two halves; the second is `undefined`. */
function unicodeAt(pdfium: PdfiumExports, characters: number, index: number): number | undefined {
  const unicode = pdfium.FPDFText_GetUnicode(characters, index)
  if ((unicode & 0xfffff800) !== 0xd800) return unicode
  const isFirst = unicode < 0xdc00
  const other = pdfium.FPDFText_GetUnicode(characters, index + (isFirst ? 1 : -1))
  if (isFirst && isHalf(other, 0xdc00)) {
    return 0x10000 + ((unicode - 0xd800) << 10) + (other - 0xdc00)
  }
  return !isFirst && isHalf(other, 0xd800) ? undefined : unicode
}

function isHalf(unicode: number, first: number): boolean {
  return unicode >= first && unicode < first + 0x400
}

function isLetter(unicode: number): boolean {
  if (unicode > 0x10ffff || (unicode & 0xfffff800) === 0xd800) return false
  const isPrivate = unicode >= 0xe000 && unicode <= 0xf8ff
  return (
    !isPrivate && unicode !== 0xfffd && unicode !== 0xfffe && !(unicode >= 0x7f && unicode < 0xa0)
  )
}

/** Tells where a letter is: on the line, apart from it after a gap, or on another line. */
function placeAfter(
  line: OpenLine,
  letter: Edges,
  direction: Direction,
): 'within' | 'apart' | 'elsewhere' {
  if (direction !== line.direction) return 'elsewhere'
  const box = turned(letter, direction)
  const edges = turned(line.edges, direction)
  const last = turned(line.last, direction)
  // PDFium does not break each line.
  if (box.bottom > edges.top || box.top < edges.bottom) return 'elsewhere'
  const height = Math.max(box.top - box.bottom, last.top - last.bottom)
  const gap = Math.max(box.left - last.right, last.left - box.right)
  if (gap <= height * minGap) return 'within'
  return Math.abs(box.bottom - last.bottom) <= height * maxShift ? 'apart' : 'elsewhere'
}

/** Tells whether a turned letter follows a space, which the file need not have. */
function isAfterSpace({ last, direction }: OpenLine, letter: Edges): boolean {
  const box = turned(letter, direction)
  return box.left - turned(last, direction).right > (box.top - box.bottom) * minSpace
}

function isPlaced({ x, y, width, height }: Rectangle): boolean {
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

/** Reads an FS_RECTF. */
export function readEdges({ memory }: PdfiumExports, pointer: number): Edges {
  const view = new DataView(memory.buffer, pointer, rectangleBytes)
  return {
    left: view.getFloat32(0, true),
    top: view.getFloat32(4, true),
    right: view.getFloat32(8, true),
    bottom: view.getFloat32(12, true),
  }
}
