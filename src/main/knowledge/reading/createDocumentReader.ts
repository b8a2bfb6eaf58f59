import type { Encoding, EncodingChoice } from '../../../shared/knowledge/encodings.ts'
import { AppError } from '../../../shared/errors.ts'
import { createTaskThread } from '../../workers/taskThread.ts'
import type { CutDocument, PictureText, SkippedDocument } from '../readDocument.ts'
import { documentTask, type Picture, type SourceFile } from './documentTask.ts'

export interface DocumentReader {
  /**
   * Reads a document and cuts it into passages. A document that is only pictures has no text and
   * no passages, but omissions. Errors: sourceMissing, documentTooLarge, documentEncrypted,
   * documentDamaged, documentWithoutText, unreadable, tooHeavy past a limit of time or memory,
   * aborted.
   */
  readDocument: (
    input: DocumentInput,
    signal?: AbortSignal,
  ) => Promise<CutDocument | SkippedDocument>
  /**
   * Returns a page of a PDF, from 1, as a picture; for page 0 the file itself, which is one. Errors:
   * those of `readDocument`.
   */
  drawPicture: (input: DocumentInput, page: number, signal?: AbortSignal) => Promise<Picture>
  /**
   * Returns how a document reads in each encoding that its bytes allow, the likeliest first; none
   * for what is no plain text. Errors: those of `readDocument`.
   */
  readEncodings: (input: DocumentInput, signal?: AbortSignal) => Promise<EncodingChoice[]>
  /** Ends the thread. */
  close: () => Promise<void>
}

export type DocumentInput = (
  | {
      path: string
      /** Links must not lead out of this folder; missing for a file of Parley's own. */
      folder?: string
      bytes?: undefined
    }
  | { bytes: Uint8Array; path?: undefined }
) & {
  /** The file's name, whose ending tells kinds of text apart. */
  name: string
  /** The media type that its server named, if one did. */
  mediaType?: string
  /** The encoding that the user has chosen for its text. */
  encoding?: Encoding | null
  /** Reads of a page of the web the main text alone, without menus and the like. */
  mainText?: boolean
  /** Texts that a model read on its pictures. Pictures without one are reported as omissions. */
  descriptions?: readonly PictureText[]
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

  function run(
    input: DocumentInput,
    wanted: { picture?: number; encodings?: boolean },
    signal: AbortSignal | undefined,
  ) {
    const { name, mediaType = '', path, bytes, mainText = false, descriptions = [] } = input
    const from: SourceFile['from'] =
      path === undefined ? { bytes } : { path, folder: input.folder ?? null }
    const { encoding = null } = input
    const file: SourceFile = { from, name, mediaType, encoding, descriptions, mainText }
    const limits = { milliseconds, megabytes, answerBytes }
    const options = { limits, subject: name, ...(signal && { signal }) }
    const { picture = null, encodings = false } = wanted
    return thread.run({ file, pdfium, picture, encodings }, options)
  }

  return {
    async readDocument(input, signal) {
      const outcome = await run(input, {}, signal)
      if ('skipped' in outcome) return outcome
      if ('document' in outcome) return outcome.document
      throw nonsense(input)
    },
    async drawPicture(input, page, signal) {
      const outcome = await run(input, { picture: page }, signal)
      if ('picture' in outcome) return outcome.picture
      throw nonsense(input)
    },
    async readEncodings(input, signal) {
      const outcome = await run(input, { encodings: true }, signal)
      if ('choices' in outcome) return outcome.choices
      throw nonsense(input)
    },
    close: thread.close,
  }
}

function nonsense({ name }: DocumentInput): AppError {
  return new AppError('unreadable', 'It answered nonsense', { subject: name })
}
