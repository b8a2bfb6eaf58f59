import type { StoredRow } from '../rowTable.ts'

/** The columns that Parley puts beside the user's own. */
export interface AddedColumns {
  titles: readonly string[]
  /** The values of a row; null where there is none. */
  values: (row: StoredRow) => (string | null)[]
}

/** Adds the answer, and why there is none. They get another name if a column has theirs. */
export function createAddedColumns(titles: readonly string[]): AddedColumns {
  return {
    titles: [freeTitle('answer', titles), freeTitle('error', titles)],
    values: (row) => [row.answer, errorIn(row) || null],
  }
}

/** Returns a title that no column has: `answer`, or else `answer 2`. */
function freeTitle(title: string, titles: readonly string[]): string {
  const taken = new Set(titles.map((one) => one.trim().toLowerCase()))
  let free = title
  for (let number = 2; taken.has(free); number += 1) free = `${title} ${String(number)}`
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

const notices = { length: 'cut off: the answer is too long', unfinished: 'not finished' }
