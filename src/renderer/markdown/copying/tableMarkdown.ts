import { inlineMarkdown } from './inlineMarkdown.ts'
import type { SelectedText } from './selectedText.ts'

const delimiters: Readonly<Record<string, string>> = {
  start: ':---',
  left: ':---',
  center: ':---:',
  end: '---:',
  right: '---:',
}

/** Returns the selected rows of a table, with its header: Markdown has no table without one. */
export function tableMarkdown(table: HTMLElement, selected: SelectedText): string {
  const rows = Array.from(table.querySelectorAll('tr'))
  const header = rows.find((row) => row.querySelector('th')) ?? rows[0]
  if (!header) return ''
  const names = rowMarkdown(header, { ...selected, holds: () => true, textIn: (node) => node.data })
  const line = Array.from(header.cells, ({ style }) => {
    return delimiters[style.textAlign] ?? '---'
  })
  const body = rows.filter((row) => row !== header && selected.holds(row))
  return [names, `| ${line.join(' | ')} |`, ...body.map((row) => rowMarkdown(row, selected))].join(
    '\n',
  )
}

function rowMarkdown(row: HTMLTableRowElement, selected: SelectedText): string {
  const cells = Array.from(row.cells, (cell) => {
    return selected.holds(cell) ? inlineMarkdown(cell, selected).replaceAll('\n', ' ').trim() : ''
  })
  return `| ${cells.join(' | ')} |`
}
