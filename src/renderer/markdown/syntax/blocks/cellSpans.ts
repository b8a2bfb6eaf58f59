import { createFormulaFinder } from '../inlines/formulaSpans.ts'

/** Code or a formula in a row of a table; `end` is behind its last mark. */
export interface CellSpan {
  start: number
  end: number
}

const spanStart = /`+|\\[(\\]|\$/g

/** Finds code and formulas, whose pipes need not end a cell. Spans do not overlap. */
export function findCellSpans(text: string): CellSpan[] {
  return findSpans(text, (marks, start) => {
    const end = text.indexOf(marks, start + marks.length)
    return end < 0 ? undefined : end + marks.length
  })
}

/**
 * Takes the backslash from pipes, as a table asks for. It stays where it means the lines of a norm
 * in a formula: `\|x\|`, but not `P(A\|B)`.
 */
export function readPipes(cell: string): string {
  if (!cell.includes('\\|')) return cell
  const norms = findSpans(cell, () => undefined).filter(({ start, end }) =>
    isNorm(cell.slice(start, end)),
  )
  return cell.replaceAll(/\\[\\|]/g, (found, index: number) => {
    const isKept = norms.some(({ start, end }) => index >= start && index < end)
    return found === '\\|' && !isKept ? '|' : found
  })
}

function findSpans(
  text: string,
  endOfCode: (marks: string, start: number) => number | undefined,
): CellSpan[] {
  const formulas = createFormulaFinder(text)
  const spans: CellSpan[] = []
  spanStart.lastIndex = 0
  for (let found = spanStart.exec(text); found; found = spanStart.exec(text)) {
    const [marks] = found
    const start = found.index
    if (marks === '\\\\') continue
    const end = marks.startsWith('`') ? endOfCode(marks, start) : formulas.find(start)?.end
    if (end === undefined) continue
    spans.push({ start, end })
    spanStart.lastIndex = end
  }
  return spans
}

/** Lines come in pairs, and the first one stands before what it measures, not behind. */
function isNorm(formula: string): boolean {
  const lines = formula.match(/\\\|/g)?.length ?? 0
  return lines % 2 === 0 && /(?:[$\\(=+\-*/,{<>&^_\s]|\\left|\\big\w?)\\\|\S/.test(formula)
}
