import type { Database } from './connection.ts'

/** What a feature keeps in the history. Only `open` is needed by all. */
export interface HistoryPart<Opened extends OpenPart = OpenPart> {
  /** Tables whose rows the user would miss, and which are deleted at a start alone. */
  markedTables?: readonly string[]
  /**
   * Tidies up at a start, before any part is opened. On a full disk it may fail: the next start
   * does it then.
   */
  recover?: (database: Database) => void
  /** Makes whole again what a repair could save; runs in the transaction of the salvage. */
  mend?: (database: Database) => void
  /** Returns the ids of the stored files that its rows refer to: all others are deleted. */
  usedFiles?: (database: Database) => Iterable<string>
  /** Begins work on the opened history. */
  open: (database: Database, history: OpenedHistory) => Opened
}

export interface OpenPart {
  /** Writes down what is running; the history is closed after it. */
  close: () => void
}

export interface OpenedHistory {
  /**
   * Returns the ids of the files that any part refers to; null where nobody can know, as a damaged
   * history lies beside this one.
   */
  usedFiles: () => ReadonlySet<string> | null
}

/** Where features say what they keep in the history. */
export interface HistoryParts {
  /** Returns a function that gives what is open now; undefined while the history is closed. */
  add: <Opened extends OpenPart>(part: HistoryPart<Opened>) => () => Opened | undefined
}
