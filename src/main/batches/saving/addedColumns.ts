import { answerCells, type AnswerCell } from '../answers/answerCells.ts'
import type { StoredRow } from '../rowTable.ts'

/** The columns that Parley puts beside the user's own. */
export interface AddedColumns {
  titles: readonly string[]
  /** The values of a row. */
  values: (row: StoredRow) => AnswerCell[]
}

/**
 * Adds the properties of the answers that the user asked for, then the whole answer, and why there
 * is none, or what is wrong with it. A column gets another name if an earlier one has its own.
 */
export function createAddedColumns(
  titles: readonly string[],
  properties: readonly string[],
): AddedColumns {
  const all = [...titles]
  for (const title of [...properties, 'answer', 'error']) all.push(freeTitle(title, all))
  return {
    titles: all.slice(titles.length),
    values: (row) => [
      ...answerCells(row.answer, properties),
      ...[row.answer, errorIn(row) || null].map(toCell),
    ],
  }
}

function toCell(text: string | null): AnswerCell {
  return { cell: text ?? '', json: JSON.stringify(text) }
}

/** Returns a title that no column has: `answer`, or else `answer 2`. */
function freeTitle(title: string, titles: readonly string[]): string {
  const taken = new Set(titles.map((one) => one.trim().toLowerCase()))
  let free = title
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
    free = `${title} ${String(number)}`
  }
  return free
}

/** Returns why a row has no whole answer; empty for one that has. */
function errorIn({ state, error, notice }: StoredRow): string {
  if (notice !== null) return notices[notice]
  if (state === 'done' || state === 'empty') return ''
  if (state === 'waiting' || state === 'cancelled') return 'not sent'
  if (state === 'unknown' || state === 'sent') return 'no answer: it may be running or paid for'
  return error ? `${error.code}: ${error.details?.answer ?? error.message}` : ''
}

const notices = {
  length: 'cut off: the answer is too long',
  unfinished: 'not finished',
  mismatch: 'not the JSON that was asked for',
}
