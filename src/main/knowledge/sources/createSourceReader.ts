import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import type { CutDocument, SkippedDocument } from '../readDocument.ts'
import type { DocumentInput, DocumentReader } from '../reading/createDocumentReader.ts'
import type { FetchedPage } from './fetchSourcePage.ts'
import type { OpenSource, Reading, SourceReader } from './sourceReader.ts'

/** A chat as a document. */
export interface ChatText {
  title: string
  /** Markdown. */
  text: string
  changedAt: number
}

export interface SourceReaderOptions {
  documents: Pick<DocumentReader, 'readDocument' | 'drawPicture' | 'readEncodings'>
  /** Returns the path of a kept file. */
  contentPath: (content: string) => string
  fetchPage: (url: string, nearby: boolean, signal: AbortSignal) => Promise<FetchedPage>
  /** Returns a chat; undefined if it is gone. */
  readChat: (conversationId: string) => ChatText | undefined
}

/** A file that changes while it is read is read again this often. */
const maxTries = 3

/** Creates the reader of sources, whatever their kind. */
export function createSourceReader(options: SourceReaderOptions): SourceReader {
  const { documents, contentPath, fetchPage, readChat } = options

  /** Opens a file where it lies, which may change at any time. */
  function openFile({ source, folder, encoding }: SourceRecord, signal: AbortSignal): OpenSource {
    const { location: path, name } = source
    const input = { path, name, folder: folder ?? dirname(path), encoding }
    let read: FileState | undefined
    return {
      async read(descriptions) {
        for (let tries = 1; ; tries += 1) {
          const before = await lookAt(path, name)
          const document = await documents.readDocument({ ...input, descriptions }, signal)
          const isSteady = isSame(before, await lookAt(path, name))
          if (!isSteady && tries < maxTries) continue
          read = before
          // A file that is still being written is read again after the next change in its folder.
          return withTime(document, Math.trunc(before.mtimeMs))
        }
      },
      async draw(page) {
        const picture = await documents.drawPicture(input, page, signal)
        return read && isSame(read, await lookAt(path, name)) ? picture : undefined
      },
      encodings: () => documents.readEncodings(input, signal),
    }
  }

  function openInput(input: DocumentInput, changedAt: number, signal: AbortSignal): OpenSource {
    return {
      async read(descriptions) {
        return withTime(await documents.readDocument({ ...input, descriptions }, signal), changedAt)
      },
      draw: (page) => documents.drawPicture(input, page, signal),
      encodings: () => documents.readEncodings(input, signal),
    }
  }

  return async (record, signal) => {
    const { source, content, encoding } = record
    const { kind, name, location, mediaType, changedAt } = source
    if (kind === 'file') return openFile(record, signal)
    if (kind === 'page') {
      const { bytes, ...page } = await fetchPage(location, record.nearby, signal)
      const input = { bytes, ...page, mainText: true, encoding }
      return openInput(input, Date.now(), signal)
    }
    if (kind === 'chat') {
      const chat = readChat(location)
      if (!chat) throw missing(name)
      const bytes = new TextEncoder().encode(chat.text)
      return openInput({ bytes, name: 'chat.md', mediaType: markdown }, chat.changedAt, signal)
    }
    if (content === null) throw missing(name)
    const given = kind === 'note' ? { name: 'note.md', mediaType: markdown } : { name, mediaType }
    const path = contentPath(content)
    return openInput({ path, ...given, encoding }, changedAt, signal)
  }
}

function withTime(document: CutDocument | SkippedDocument, changedAt: number): Reading {
  return 'skipped' in document ? document : { ...document, changedAt }
}

interface FileState {
  mtimeMs: number
  size: number
}

function isSame(one: FileState, other: FileState): boolean {
  return one.mtimeMs === other.mtimeMs && one.size === other.size
}

const markdown = 'text/markdown'

async function lookAt(path: string, name: string): Promise<FileState> {
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
