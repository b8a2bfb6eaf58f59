import type { EncodingChoice } from '../../../shared/knowledge/encodings.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import type { CutDocument, PictureText, SkippedDocument } from '../readDocument.ts'
import type { Picture } from '../reading/documentTask.ts'

/** A document with what its file, page or chat is now. */
export interface FreshDocument extends CutDocument {
  /** Milliseconds since 1970. */
  changedAt: number
}

export type Reading = FreshDocument | SkippedDocument

/** A source that can be read several times, and is fetched once. */
export interface OpenSource {
  /** Reads and cuts it, with what a model has read on its pictures. */
  read: (descriptions: readonly PictureText[]) => Promise<Reading>
  /** Returns a page as a picture; undefined if the source has changed since it was read. */
  draw: (page: number) => Promise<Picture | undefined>
  /** Returns how it reads in each encoding, the likeliest first; none for what is no plain text. */
  encodings: () => Promise<EncodingChoice[]>
}

/**
 * Opens a source, off main's event loop. Errors, also of what it returns: aborted, sourceMissing,
 * tooHeavy, unreadable, those of a document and of a connection.
 */
export type SourceReader = (record: SourceRecord, signal: AbortSignal) => Promise<OpenSource>
