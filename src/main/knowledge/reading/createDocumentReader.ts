import { createTaskThread } from '../../workers/taskThread.ts'
import type { CutDocument, SkippedDocument } from '../readDocument.ts'
import { documentTask, type SourceFile } from './documentTask.ts'

export interface DocumentReader {
  /**
   * Reads a document and cuts it into passages. Errors: sourceMissing, documentTooLarge,
   * documentEncrypted, documentDamaged, documentWithoutText, unreadable, tooHeavy past a limit of
   * time or memory, aborted.
   */
  readDocument: (
    input: DocumentInput,
    signal?: AbortSignal,
  ) => Promise<CutDocument | SkippedDocument>
  /** Ends the thread. */
  close: () => Promise<void>
}

export type DocumentInput = (
  { path: string; bytes?: undefined } | { bytes: Uint8Array; path?: undefined }
) & {
  /** The file's name, whose ending tells kinds of text apart. */
  name: string
  /** The media type that its server named, if one did. */
  mediaType?: string
}

export interface DocumentReaderOptions {
  /** The thread's entry, `documentWorker.ts`. */
  entry: string | URL
  /** The path of PDFium's module, `@hyzyla/pdfium/pdfium.wasm`. */
  pdfium: string
}

/** For objects and for buffers separately. */
const megabytes = 200
/** The thread is replaced when it holds more: PDFium's memory never shrinks. */
const renewMegabytes = 100
const idleMilliseconds = 10_000
/** Far beyond a slow computer: 5,000 pages take half a minute. */
const milliseconds = 5 * 60_000
const answerBytes = 200_000_000

/** Creates the reader of documents. Its thread starts with the first document. */
export function createDocumentReader({ entry, pdfium }: DocumentReaderOptions): DocumentReader {
  const thread = createTaskThread(documentTask, {
    entry,
    megabytes,
    renewMegabytes,
    idleMilliseconds,
  })

  return {
    async readDocument(input, signal) {
      const { name, mediaType = '', path, bytes } = input
      const from: SourceFile['from'] = path === undefined ? { bytes } : { path }
      const outcome = await thread.run(
        { file: { from, name, mediaType, descriptions: [] }, pdfium },
        {
          limits: { milliseconds, megabytes, answerBytes },
          subject: name,
          ...(signal && { signal }),
        },
      )
      return 'skipped' in outcome ? outcome : outcome.document
    },
    close: thread.close,
  }
}
