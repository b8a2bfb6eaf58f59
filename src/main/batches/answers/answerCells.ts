import { isObject } from '../../../shared/json.ts'
import type { Cell } from '../cells.ts'
import { parseLine } from '../reading/jsonLine.ts'
import { unfenced } from './answerShape.ts'

/** A property of an answer, for a table and for JSON. */
export interface AnswerCell {
  cell: Cell
  /** The value as JSON; `null` if the answer has none. */
  json: string
}

const none: AnswerCell = { cell: '', json: 'null' }

/** Returns the properties of an answer for the named columns; empty ones for an answer that is no JSON object. */
export function answerCells(answer: string | null, columns: readonly string[]): AnswerCell[] {
  const text = unfenced(answer ?? '')
  const shown = new Map(parseLine(text))
  const values: unknown = shown.size > 0 ? JSON.parse(text) : {}
  return columns.map((name) => {
    const value = isObject(values) && Object.hasOwn(values, name) ? values[name] : null
    const said = shown.get(name)
    return value === null || said === undefined ? none : toCell(value, said)
  })
}

/** `shown` is a text itself, or the JSON of any other value with the digits that the model wrote. */
function toCell(value: unknown, shown: string): AnswerCell {
  if (typeof value === 'string') return { cell: shown, json: JSON.stringify(shown) }
  if (typeof value === 'boolean') return { cell: { shown, boolean: value }, json: shown }
  // A number with more digits than a spreadsheet keeps stays a text.
  const isExact = typeof value === 'number' && String(value) === shown
  return { cell: isExact ? { shown, number: value, format: 'General' } : shown, json: shown }
}
