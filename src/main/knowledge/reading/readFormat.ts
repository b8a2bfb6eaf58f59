import { noLines, type DocumentBlock, type ReadDocument } from '../readDocument.ts'
import { codeBlocks } from './codeBlocks.ts'
import { decodeText } from './decodeText.ts'
import type { SourceFile } from './documentTask.ts'
import { markdownBlocks, markdownTitle } from './markdownBlocks.ts'
import { plainBlocks } from './plainBlocks.ts'
import { sniffFormat, sniffText } from './sniffFormat.ts'
import { wholeBytes, type SourceBytes } from './sourceBytes.ts'

const headBytes = 4096

export interface ReaderOptions {
  /** The path of PDFium's module. */
  pdfium: string
}

export interface ReadFormat {
  document: ReadDocument
  /** What the bytes are. */
  mediaType: string
}

/** Reads a document by the reader for its bytes. Undefined if nobody can read such a file. */
export async function readFormat(
  source: SourceBytes,
  file: SourceFile,
  options: ReaderOptions,
): Promise<ReadFormat | undefined> {
  const head = new Uint8Array(Math.min(source.length, headBytes))
  source.read(0, head)
  const format = sniffFormat(head)
  switch (format) {
    case 'pdf': {
      const { readPdf } = await import('./pdf/readPdf.ts')
      return { document: await readPdf(source, options.pdfium), mediaType: 'application/pdf' }
    }
    case undefined:
      return readText(wholeBytes(source), file)
    default:
      return undefined
  }
}

function readText(bytes: Uint8Array, file: SourceFile): ReadFormat | undefined {
  const decoded = decodeText(bytes)
  if (!decoded) return undefined
  const { text, hasUnknown } = decoded
  const format = sniffText(text, file.name, file.mediaType)
  const omissions = hasUnknown ? [{ reason: 'unknownCharacters' as const }] : []
  const document = (blocks: DocumentBlock[], title: string | null): ReadDocument => ({
    text,
    title,
    pages: [],
    blocks,
    lines: noLines,
    omissions,
  })
  switch (format) {
    case 'markdown':
      return {
        document: document(markdownBlocks(text), markdownTitle(text)),
        mediaType: 'text/markdown',
      }
    case 'code':
      return { document: document(codeBlocks(text), null), mediaType: 'text/plain' }
    default:
      return { document: document(plainBlocks(text), null), mediaType: 'text/plain' }
  }
}
