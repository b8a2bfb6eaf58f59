import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { maxAttachmentBytes, maxAttachments, maxMessageBytes } from '../../shared/limits.ts'
import { detectMediaType, headBytes } from '../pictures/files/mediaType.ts'
import type { DocumentText, FileInput } from '../providers/reply.ts'

/** Returns a document's text; null for a file without text. */
export type ReadDocument = (bytes: Uint8Array, name: string) => Promise<DocumentText | null>

/**
 * Reads the files of a question, within the limits of a message. Errors: attachmentMissing,
 * attachmentTooLarge, attachmentsTooLarge, tooManyAttachments.
 */
export async function readQuestionFiles(
  paths: readonly string[],
  readDocument: ReadDocument,
): Promise<FileInput[]> {
  if (paths.length > maxAttachments) {
    throw new AppError('tooManyAttachments', 'A message has too many files')
  }
  const files: FileInput[] = []
  let bytes = 0
  for (const path of paths) {
    const file = await readQuestionFile(path, readDocument)
    bytes += file.file.sizeBytes
    if (bytes > maxMessageBytes) {
      throw new AppError('attachmentsTooLarge', 'The files are too large together')
    }
    files.push(file)
  }
  return files
}

async function readQuestionFile(path: string, readDocument: ReadDocument): Promise<FileInput> {
  const bytes = await readBounded(path)
  const name = basename(path).toWellFormed()
  const mediaType = await detectMediaType(bytes.subarray(0, headBytes), name)
  const id = createHash('sha256').update(bytes).digest('hex')
  let text: DocumentText | null | undefined
  return {
    type: 'file',
    file: { id, name, mediaType, sizeBytes: bytes.byteLength },
    read: () => Promise.resolve(bytes),
    // As in a chat: a document that can't be read has no text, and the model is told of none.
    readText: async () =>
      (text ??= await readDocument(bytes, name).catch((error: unknown) => {
        if (error instanceof AppError) return null
        throw error
      })),
    knownText: () => text,
  }
}

async function readBounded(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) {
    throw new AppError('attachmentMissing', 'There is no such file', { subject: path })
  }
  if (found.size > maxAttachmentBytes) {
    throw new AppError('attachmentTooLarge', 'The file is too large', { subject: path })
  }
  return readFile(path).catch((error: unknown) => {
    throw new AppError('attachmentMissing', 'The file can’t be read', { subject: path }, error)
  })
}
