/** HTML with more tags is shown as it was written: cleaning and laying it out would be felt. */
const maxTags = 2000
const maxLength = 50_000
/** Nesting beyond any that is meant: laying out a thousand elements in each other ends the page. */
const maxDepth = 32
/** Tables are laid out several times for each one around them. */
const maxTables = 4
const maxSpan = 100
/** The places that the cells of a table cover together; each is laid out. */
const maxPlaces = 20_000

/** Returns whether there is too much of it to be shown as HTML. */
export function isTooMuchHtml(html: string): boolean {
  return html.length > maxLength || countTags(html) > maxTags
}

/** Returns how many tags there are at most, counted only until they are too many. */
export function countTags(html: string): number {
  let tags = 0
  for (let at = html.indexOf('<'); at >= 0 && tags <= maxTags; at = html.indexOf('<', at + 1)) {
    tags += 1
  }
  return tags
}

/** Leaves of what is nested too deep only its text, and of cells over many others a few. */
export function boundHtml(root: Element): void {
  const waiting = [...root.children].map((element) => ({ element, depth: 1, tables: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, depth } = next
    const tables = next.tables + (element instanceof HTMLTableElement ? 1 : 0)
    if (depth > maxDepth || tables > maxTables) {
      element.replaceWith(element.textContent)
      continue
    }
    if (element instanceof HTMLTableElement) boundSpans(element)
    for (const child of element.children) {
      waiting.push({ element: child, depth: depth + 1, tables })
    }
  }
}

/** Bounds how many places a cell covers. Once they are too many together, each cell covers one. */
function boundSpans(table: HTMLTableElement): void {
  let places = 0
  for (const cell of table.querySelectorAll<HTMLTableCellElement>('td, th')) {
    const columns = Math.min(cell.colSpan, maxSpan)
    // No rows are all rows below.
    const rows = Math.min(cell.rowSpan || maxSpan, maxSpan)
    places += columns * rows
    if (cell.hasAttribute('colspan')) cell.colSpan = places > maxPlaces ? 1 : columns
    if (cell.hasAttribute('rowspan')) cell.rowSpan = places > maxPlaces ? 1 : rows
  }
}
