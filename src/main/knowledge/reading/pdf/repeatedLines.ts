import type { PdfLine, PdfPage } from './pdfLine.ts'

/** The share of a page's height, above and below, in which headers and footers stand. */
const edgeShare = 0.1
const pagesMinimum = 3
const pagesShare = 0.08

/**
 * Finds the lines that stand at the same place on many pages, such as headers and page numbers.
 * They would stand in the middle of passages that go on over a page.
 */
export function repeatedLines(pages: readonly PdfPage[]): ReadonlySet<PdfLine> {
  const groups = new Map<string, PdfLine[]>()
  for (const page of pages) {
    for (const line of page.lines) {
      const key = edgeKey(line, page)
      if (key === undefined) continue
      const group = groups.get(key)
      if (group) group.push(line)
      else groups.set(key, [line])
    }
  }
  const minimum = Math.max(pagesMinimum, pages.length * pagesShare)
  return new Set([...groups.values()].filter((group) => group.length >= minimum).flat())
}

function edgeKey({ text, y, height }: PdfLine, page: PdfPage): string | undefined {
  const middle = (y + height / 2) / page.height
  if (middle > edgeShare && middle < 1 - edgeShare) return undefined
  return `${String(Math.round(middle * 100))} ${text.replaceAll(/\d+|\b[ivxlc]+\b/g, '#')}`
}
