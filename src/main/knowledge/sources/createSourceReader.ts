import { stat } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import type { DocumentReader } from '../reading/createDocumentReader.ts'
import type { FetchedPage } from './fetchSourcePage.ts'
import type { Reading, SourceReader } from './sourceReader.ts'

/** A chat as a document. */
export interface ChatText {
  title: string
  /** Markdown. */
  text: string
  changedAt: number
}

export interface SourceReaderOptions {
  readDocument: DocumentReader['readDocument']
  /** Returns the path of a kept file. */
  contentPath: (content: string) => string
  fetchPage: (url: string, signal: AbortSignal) => Promise<FetchedPage>
  /** Returns a chat; undefined if it is gone. */
  readChat: (conversationId: string) => ChatText | undefined
}

/** A file that changes while it is read is read again this often. */
const triesMaximum = 3

/** Creates the reader of sources, whatever their kind. */
export function createSourceReader(options: SourceReaderOptions): SourceReader {
  const { readDocument, contentPath, fetchPage, readChat } = options

  async function readFile(record: SourceRecord, signal: AbortSignal): Promise<Reading> {
    const { location: path, name } = record.source
    for (let tries = 1; ; tries += 1) {
      const before = await lookAt(path, name)
      const document = await readDocument({ path, name }, signal)
      const after = await lookAt(path, name)
      const isSteady = before.mtimeMs === after.mtimeMs && before.size === after.size
      if (!isSteady && tries < triesMaximum) continue
      if ('skipped' in document) return document
      // What is still written to is read again when its folder tells so.
      return { ...document, changedAt: Math.trunc(before.mtimeMs) }
    }
  }

  return async (record, signal) => {
    const { source, content } = record
    const { kind, name, location, mediaType, changedAt } = source
    if (kind === 'file') return readFile(record, signal)
    if (kind === 'page') {
      const page = await fetchPage(location, signal)
      const { bytes } = page
      const document = await readDocument(
        { bytes, name: page.name, mediaType: page.mediaType, mainText: true },
        signal,
      )
      return 'skipped' in document ? document : { ...document, changedAt: Date.now() }
    }
    if (kind === 'chat') {
      const chat = readChat(location)
      if (!chat) throw missing(name)
      const bytes = new TextEncoder().encode(chat.text)
      const document = await readDocument({ bytes, name: 'chat.md', mediaType: markdown }, signal)
      return 'skipped' in document ? document : { ...document, changedAt: chat.changedAt }
    }
    if (content === null) throw missing(name)
    const path = contentPath(content)
    const given = kind === 'note' ? { name: 'note.md', mediaType: markdown } : { name, mediaType }
    const document = await readDocument({ path, ...given }, signal)
    return 'skipped' in document ? document : { ...document, changedAt }
  }
}

const markdown = 'text/markdown'

async function lookAt(path: string, name: string): Promise<{ mtimeMs: number; size: number }> {
  const found = await stat(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missing(name)
    throw new AppError('unreadable', 'It could not be looked at', { subject: name }, error)
  })
  return found
}

function missing(name: string): AppError {
  return new AppError('sourceMissing', 'It is not there any more', { subject: name })
}
