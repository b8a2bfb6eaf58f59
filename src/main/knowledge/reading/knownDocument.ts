import type { ReadDocument } from '../readDocument.ts'

/** A document with what its bytes turned out to be. */
export interface KnownDocument {
  document: ReadDocument
  mediaType: string
}
