import type { Database } from './connection.ts'

/** A feature's part of the history. Only `open` is required. */
export interface HistoryPart<Opened extends OpenPart = OpenPart> {
  /** Tables whose missing rows the user must be told of. Their rows are deleted only at a start. */
  markedTables?: readonly string[]
  /**
   * Cleans up at a start, before any part is opened. It may fail on a full disk; the next start
   * repeats it.
   */
  recover?: (database: Database) => void
  /** Returns the ids of the stored files that its rows refer to. All other files are deleted. */
  usedFiles?: (database: Database) => Iterable<string>
  /** Starts the feature on the opened history. */
  open: (database: Database, history: OpenedHistory) => Opened
}

export interface OpenPart {
  /** Saves running work. The history is closed afterwards. */
  close: () => void
}

export interface OpenedHistory {
  /**
   * Returns the ids of the files that any part refers to; null if they are unknown because a
   * damaged history lies beside this one.
   */
  usedFiles: () => ReadonlySet<string> | null
}

/** Collects the features' parts of the history. */
export interface HistoryParts {
  /**
   * Adds a part. Returns a function for the opened part; it returns undefined while the history is
   * closed.
   */
  add: <Opened extends OpenPart>(part: HistoryPart<Opened>) => () => Opened | undefined
}
