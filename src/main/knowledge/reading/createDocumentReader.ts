import { AppError } from '../../../shared/errors.ts'
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
  /** Reads of a page of the web the main text alone, without menus and the like. */
  mainText?: boolean
  /** Asks a vision model about pictures and pages without text. Without it they are left out. */
  describePicture?: DescribePicture
}

/** Returns the text on a picture, and what else is to be seen there, as Markdown. */
export type DescribePicture = (
  bytes: Uint8Array,
  mediaType: string,
  signal?: AbortSignal,
) => Promise<string>

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
/** The pages of one document that a vision model is asked about: each one costs. */
const describedMaximum = 300
const describable = new Set(['pageWithoutText', 'pictureWithoutText'])

/** Creates the reader of documents. Its thread starts with the first document. */
export function createDocumentReader({ entry, pdfium }: DocumentReaderOptions): DocumentReader {
  const thread = createTaskThread(documentTask, {
    entry,
    megabytes,
    renewMegabytes,
    idleMilliseconds,
  })

  function run(file: SourceFile, picture: number | null, signal: AbortSignal | undefined) {
    const limits = { milliseconds, megabytes, answerBytes }
    const options = { limits, subject: file.name, ...(signal && { signal }) }
    return thread.run({ file, pdfium, picture }, options)
  }

  async function readFile(
    file: SourceFile,
    signal: AbortSignal | undefined,
  ): Promise<CutDocument | SkippedDocument> {
    const outcome = await run(file, null, signal)
    if ('skipped' in outcome) return outcome
    if ('document' in outcome) return outcome.document
    throw new AppError('unreadable', 'It answered nonsense', { subject: file.name })
  }

  /** Has what has no text described, and reads the document again with the descriptions. */
  async function describePages(
    file: SourceFile,
    read: CutDocument,
    describePicture: DescribePicture,
    signal: AbortSignal | undefined,
  ): Promise<CutDocument | SkippedDocument> {
    const missing = read.omissions.filter(({ reason }) => describable.has(reason))
    if (missing.length === 0) return read
    const descriptions: SourceFile['descriptions'] = []
    for (const { page = 0 } of missing.slice(0, describedMaximum)) {
      try {
        const outcome = await run(file, page, signal)
        if (!('picture' in outcome)) continue
        const { bytes, mediaType } = outcome.picture
        descriptions.push({ page, text: await describePicture(bytes, mediaType, signal) })
      } catch (error) {
        signal?.throwIfAborted()
        // What there is of the text is worth more than what the model could add.
        if (read.text === '' && descriptions.length === 0) throw error
        break
      }
    }
    return readFile({ ...file, descriptions }, signal)
  }

  return {
    async readDocument(input, signal) {
      const { name, mediaType = '', path, bytes, mainText = false, describePicture } = input
      const from: SourceFile['from'] = path === undefined ? { bytes } : { path }
      const hasVision = describePicture !== undefined
      const file: SourceFile = { from, name, mediaType, descriptions: [], hasVision, mainText }
      const read = await readFile(file, signal)
      if ('skipped' in read || !describePicture) return read
      return describePages(file, read, describePicture, signal)
    },
    close: thread.close,
  }
}
