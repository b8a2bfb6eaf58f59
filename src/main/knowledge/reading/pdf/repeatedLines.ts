import type { PdfLine, PdfPage } from './pdfLine.ts'

/** The share of a page's height, above and below, in which headers and footers stand. */
const edgeShare = 0.1
const minPages = 3
const pagesShare = 0.08
const number = /\d+|\b[ivxlc]+\b/g

interface Occurrence {
  line: PdfLine
  page: number
}

/**
 * Finds the lines that stand at the same place on many pages, such as headers and page numbers.
 * They would stand in the middle of passages that go on over a page. What a header says is read
 * once; what differs from page to page, other than by the page's number, is read on each.
 */
export function repeatedLines(pages: readonly PdfPage[]): ReadonlySet<PdfLine> {
  const groups = repeatedGroups(pages)
  const repeated = new Set(groups.flat().map(({ line }) => line))
  // A page with nothing but its header is a picture.
  const withText = new Set(
    pages.keys().filter((page) => pages[page]?.lines.some((line) => !repeated.has(line))),
  )
  for (const group of groups) {
    for (const line of linesToRead(group.filter(({ page }) => withText.has(page)))) {
      repeated.delete(line)
    }
  }
  return repeated
}

function repeatedGroups(pages: readonly PdfPage[]): Occurrence[][] {
  const groups = new Map<string, Occurrence[]>()
  for (const [index, page] of pages.entries()) {
    for (const line of page.lines) {
      const key = edgeKey(line, page)
      if (key === undefined) continue
      const group = groups.get(key)
      if (group) group.push({ line, page: index })
      else groups.set(key, [{ line, page: index }])
    }
  }
  const minimum = Math.max(minPages, pages.length * pagesShare)
  // The numbers along an axis share one page.
  return [...groups.values()].filter(
    (group) => new Set(group.map(({ page }) => page)).size >= minimum,
  )
}

function edgeKey({ text, y, height }: PdfLine, page: PdfPage): string | undefined {
  const middle = (y + height / 2) / page.height
  if (middle > edgeShare && middle < 1 - edgeShare) return undefined
  return `${String(Math.round(middle * 100))} ${text.replaceAll(number, '#')}`
}

/** Returns the first line of a group, if it has words, and those that say something else. */
function linesToRead(group: readonly Occurrence[]): PdfLine[] {
  const said = new Set<string>()
  return group
    .filter(({ line, page }, index) => {
      const before = group[index - 1]
      const isNew = before
        ? !said.has(line.text) && !differsByPage(before, { line, page })
        : /\p{L}/u.test(line.text.replaceAll(number, ''))
      said.add(line.text)
      return isNew
    })
    .map(({ line }) => line)
}

/** Tells whether the numbers of two lines are the same, count pages, or begin anew. */
function differsByPage(before: Occurrence, after: Occurrence): boolean {
  const known = numbersOf(before.line)
  const pages = after.page - before.page
  return numbersOf(after.line).every((value, index) => {
    const step = value - (known[index] ?? 0)
    return step === 0 || step === pages || step === 1 || value === 1
  })
}

function numbersOf({ text }: PdfLine): number[] {
  return (text.match(number) ?? []).map((written) =>
    /\d/.test(written) ? Number(written) : romanNumber(written),
  )
}

const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

function romanNumber(written: string): number {
  const values = Array.from(written, (letter) => romanValues[letter] ?? 0)
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  )
}
