import { dropOldest } from '../../../shared/dropOldest.ts'
import { AppError } from '../../../shared/errors.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { DocumentText } from '../../providers/reply.ts'

/** Reads a document's text as knowledge does; null for a file without text. */
export type ReadDocument = (bytes: Uint8Array, name: string) => Promise<DocumentText | null>

/** The texts of documents, for models that don't take the files. */
export interface DocumentTexts {
  /** Returns a document's text; null if none can be read. Errors: attachmentMissing. */
  read: (file: Attachment) => Promise<DocumentText | null>
  /** Returns what `read` has returned already; undefined before. */
  known: (file: Pick<Attachment, 'id'>) => DocumentText | null | undefined
}

/** A chat sends its documents with each message, so the last ones are kept. */
const textsKept = 20

export function createDocumentTexts(
  readFile: (id: string) => Promise<Uint8Array>,
  readDocument: ReadDocument,
): DocumentTexts {
  const reading = new Map<string, Promise<DocumentText | null>>()
  const texts = new Map<string, DocumentText | null>()

  async function readOnce({ id, name }: Attachment): Promise<DocumentText | null> {
    const bytes = await readFile(id)
    // A document that is damaged, encrypted or too heavy has no text.
    const text = await readDocument(bytes, name).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    const kept = text?.text.trim() === '' ? null : text
    texts.set(id, kept)
    dropOldest(texts, textsKept)
    return kept
  }

  return {
    async read(file) {
      const { id } = file
      const known = texts.get(id)
      if (known !== undefined) {
        texts.delete(id)
        texts.set(id, known)
        return known
      }
      const running = reading.get(id) ?? readOnce(file).finally(() => reading.delete(id))
      reading.set(id, running)
      return running
    },
    known: ({ id }) => texts.get(id),
  }
}

/** Tells whether a file may hold a text that only its reader knows. */
export function isDocument(file: Pick<Attachment, 'mediaType'>): boolean {
  const kind = inputKindOf(file)
  return kind === 'pdf' || kind === 'other'
}
