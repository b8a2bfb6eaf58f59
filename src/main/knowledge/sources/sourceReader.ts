import type { CutDocument, SkippedDocument } from '../readDocument.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'

/** Says that a source's bytes are those that its passages are of. */
export interface SameDocument {
  same: true
}

/** A document with what its file, page or chat is now. */
export interface FreshDocument extends CutDocument {
  /** Milliseconds since 1970. */
  changedAt: number
}

export type Reading = FreshDocument | SkippedDocument | SameDocument

/**
 * Reads and cuts a source, off main's event loop. Errors: aborted, sourceMissing, tooHeavy,
 * unreadable, those of a document and of a connection.
 */
export type SourceReader = (record: SourceRecord, signal: AbortSignal) => Promise<Reading>
