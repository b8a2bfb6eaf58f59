import type { Heading, Paragraph, Table, ThematicBreak } from '../syntax/tree.ts'
import type { BlockView } from './blockView.ts'
import { createElement } from './createElement.ts'
import { setDirection } from './setDirection.ts'
import { createTextView } from './textView.ts'
import type { TextView } from './textView.ts'
import type { ViewContext } from './viewContext.ts'

export function createParagraphView(context: ViewContext): BlockView<Paragraph> {
  return createTextBlockView(createElement('p'), context)
}

export function createHeadingView(context: ViewContext, { level }: Heading): BlockView<Heading> {
  return createTextBlockView(createElement(`h${level}`), context)
}

function createTextBlockView(
  element: HTMLElement,
  context: ViewContext,
): BlockView<{ text: string }> {
  const view = createTextView(element, context)
  return {
    element,
    update: ({ text }, growing) => view.update(text, growing),
    destroy: view.destroy,
  }
}

export function createThematicBreakView(): BlockView<ThematicBreak> {
  return { element: createElement('hr'), update: () => {}, destroy: () => {} }
}

/** Creates a view of a table, which scrolls by itself if it is wider than the text. */
export function createTableView(context: ViewContext, block: Table): BlockView<Table> {
  const element = createElement('div', 'table-scroll')
  element.role = 'group'
  element.ariaLabel = context.host.labels.table
  // A box that scrolls has to take the focus, so that keys can scroll it.
  element.tabIndex = 0
  const table = createElement('table')
  const body = createElement('tbody')
  const head = createElement('thead')
  element.append(table)
  table.append(head)
  const { alignments } = block
  const header = createRow('th', alignments, context)
  head.append(header.element)
  const rows: Row[] = []
  const addRow = (): Row => {
    const row = createRow('td', alignments, context)
    rows.push(row)
    body.append(row.element)
    return row
  }
  return {
    element,
    update: (next, growing) => {
      header.update(next.header, false)
      // Only the last row can have changed since.
      const first = Math.max(0, rows.length - 1)
      for (const [offset, cells] of next.rows.slice(first).entries()) {
        const row = rows[first + offset] ?? addRow()
        row.update(cells, growing && first + offset === next.rows.length - 1)
      }
      for (const row of rows.splice(next.rows.length)) row.destroy()
      if (rows.length === 0) body.remove()
      else if (!body.parentNode) table.append(body)
      setDirection(table, rows.length)
    },
    destroy: () => {
      for (const row of [header, ...rows]) row.destroy()
    },
  }
}

interface Row {
  element: HTMLTableRowElement
  update: (cells: readonly string[], growing: boolean) => void
  destroy: () => void
}

function createRow(name: 'th' | 'td', alignments: Table['alignments'], context: ViewContext): Row {
  const element = createElement('tr')
  const cells = alignments.map((alignment): TextView => {
    const cell = createElement(name)
    if (name === 'th') cell.scope = 'col'
    if (alignment) cell.style.textAlign = alignment
    element.append(cell)
    return createTextView(cell, context)
  })
  return {
    element,
    update: (texts, growing) => {
      for (const [index, cell] of cells.entries()) cell.update(texts[index] ?? '', growing)
    },
    destroy: () => {
      element.remove()
      for (const cell of cells) cell.destroy()
    },
  }
}
