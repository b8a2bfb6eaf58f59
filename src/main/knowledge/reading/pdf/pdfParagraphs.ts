import type { PdfLine, PdfPage } from './pdfLine.ts'
import { isSameRow } from './readingOrder.ts'

/** Lines that belong together. */
export interface PdfParagraph {
  lines: PdfLine[]
  kind: 'paragraph' | 'listItem'
}

/** The gap between two lines of a paragraph, in heights of a line, is at most this. */
const maxGap = 0.75
const minIndent = 0.8
const listMark = /^(?:[•‣▪◦●○■–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/

/** Joins the lines of a page to paragraphs, by their distances, sizes and marks. */
export function pdfParagraphs(page: PdfPage, skipped: ReadonlySet<PdfLine>): PdfParagraph[] {
  const paragraphs: PdfParagraph[] = []
  for (const line of page.lines) {
    if (skipped.has(line)) continue
    const open = paragraphs.at(-1)
    if (open && goesOn(open, line)) open.lines.push(line)
    else
      paragraphs.push({ lines: [line], kind: listMark.test(line.text) ? 'listItem' : 'paragraph' })
  }
  return paragraphs
}

function goesOn({ lines }: PdfParagraph, line: PdfLine): boolean {
  const above = lines.at(-1)
  const first = lines[0]
  if (!above || !first) return false
  if (line.written || above.written) return belongsTo(above, line)
  if (line.isTurned !== above.isTurned) return false
  const gap = line.y - (above.y + above.height)
  if (gap > maxGap * line.height || gap < -above.height - line.height / 2) return false
  if (Math.abs(line.size - above.size) > above.size * 0.12 || line.isBold !== above.isBold)
    return false
  if (listMark.test(line.text)) return false
  const isBeside = line.x > above.x + above.width || line.x + line.width < above.x
  if (isBeside && !above.isHyphenated) return false
  const isIndented = line.x - above.x > minIndent * line.height && lines.length > 1
  return !(isIndented && /[.!?:。！？]["”’)]?$/.test(above.text))
}

/** A field belongs to the words in its row, and a line of a note to the one above it. */
function belongsTo(above: PdfLine, line: PdfLine): boolean {
  if (above.written === 'note' || line.written === 'note') {
    const isBelow = Math.abs(line.y - (above.y + above.height)) < 1
    return line.written === above.written && line.x === above.x && isBelow
  }
  return isSameRow(above, line)
}
