import type { Row } from './row.ts'

const headings = ['name', 'value', 'unit', 'against', 'ratio', 'aim', 'met', 'runs', 'min … max']

const round = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(digits)
}

function cells(row: Row): string[] {
  const aim = row.aim && ('most' in row.aim ? `≤ ${row.aim.most}` : `≥ ${row.aim.least}`)
  return [
    row.name,
    round(row.value),
    row.unit,
    row.against ? `${row.against.name} ${round(row.against.value)}` : '',
    row.ratio === undefined ? '' : `${round(row.ratio)}×`,
    aim ?? '',
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
    String(row.runs),
    `${round(row.min)} … ${round(row.max)}`,
  ]
}

/** Returns the rows as a Markdown table with columns of equal width. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cells)]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [draw(headings), rule, ...lines.slice(1).map(draw)].join('\n')
}
