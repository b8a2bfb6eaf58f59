import { AppError } from '../../../shared/errors.ts'
import { noLines, type DocumentBlock, type Omission, type ReadDocument } from '../readDocument.ts'
import { codeBlocks } from './codeBlocks.ts'
import { cleanText, decodeText } from './decodeText.ts'
import type { SourceFile } from './documentTask.ts'
import type { KnownDocument } from './knownDocument.ts'
import { createDocumentWriter } from './documentWriter.ts'
import { markdownBlocks, markdownTitle } from './markdownBlocks.ts'
import { plainBlocks } from './plainBlocks.ts'
import { pictureType, sniffFormat, sniffText } from './sniffFormat.ts'
import { firstBytes, type SourceBytes } from './sourceBytes.ts'

const headBytes = 4096
const oldOfficeBytes = 10_000_000
const jsonLengthMaximum = 5_000_000

export interface ReaderOptions {
  /** The path of PDFium's module. */
  pdfium: string
}

/** Reads a document by the reader for its bytes. Undefined if nobody can read such a file. */
export async function readFormat(
  source: SourceBytes,
  file: SourceFile,
  options: ReaderOptions,
): Promise<KnownDocument | undefined> {
  const head = new Uint8Array(Math.min(source.length, headBytes))
  source.read(0, head)
  const format = sniffFormat(head, file.name)
  switch (format) {
    case 'pdf': {
      const { readPdf } = await import('./pdf/readPdf.ts')
      const descriptions = new Map(file.descriptions.map(({ page, text }) => [page, text]))
      const document = await readPdf(source, options.pdfium, descriptions)
      return { document, mediaType: 'application/pdf' }
    }
    case 'zip': {
      const { readArchive } = await import('./readArchive.ts')
      return readArchive(source)
    }
    case 'rtf': {
      const { readRtf } = await import('./readRtf.ts')
      return { document: await readRtf(firstBytes(source)), mediaType: 'application/rtf' }
    }
    case 'oldOffice':
      assertNotEncrypted(source)
      return undefined
    case 'picture':
      return describedPicture(file, head)
    default:
      return readText(source, file)
  }
}

async function readText(source: SourceBytes, file: SourceFile): Promise<KnownDocument | undefined> {
  const bytes = firstBytes(source)
  const declared = declaredEncoding(bytes) ?? charsetOf(file.mediaType)
  const decoded = await decodeText(bytes, { chosen: file.encoding ?? undefined, declared })
  if (!decoded) return undefined
  const format = sniffText(decoded.text, file.name, file.mediaType)
  const text = format === 'json' ? readableJson(decoded.text) : decoded.text
  const omissions: Omission[] = decoded.hasUnknown ? [{ reason: 'unknownCharacters' }] : []
  if (decoded.isUnsure) omissions.push({ reason: 'unsureEncoding' })
  if (bytes.byteLength < source.length) omissions.push({ reason: 'tooLong' })
  const inBlocks = (blocks: DocumentBlock[], title: string | null = null): ReadDocument => ({
    text,
    title,
    pages: [],
    blocks,
    lines: noLines,
    omissions,
  })
  const also = (document: ReadDocument): ReadDocument => ({
    ...document,
    omissions: [...document.omissions, ...omissions],
  })
  switch (format) {
    case 'markdown':
      return {
        document: inBlocks(markdownBlocks(text), markdownTitle(text)),
        mediaType: 'text/markdown',
      }
    case 'html': {
      const { writeHtml } = await import('./web/writeHtml.ts')
      const writer = createDocumentWriter()
      const title = writeHtml(text, writer, file)
      return { document: also(writer.finish(title)), mediaType: 'text/html' }
    }
    case 'mail': {
      const { readMail } = await import('./readMail.ts')
      return { document: also(await readMail(bytes)), mediaType: 'message/rfc822' }
    }
    case 'csv': {
      const { readCsv } = await import('./readCsv.ts')
      return { document: also(readCsv(text)), mediaType: 'text/csv' }
    }
    case 'json':
      return { document: inBlocks(codeBlocks(text)), mediaType: 'application/json' }
    case 'code':
      return { document: inBlocks(codeBlocks(text)), mediaType: 'text/plain' }
    default:
      return { document: inBlocks(plainBlocks(text)), mediaType: 'text/plain' }
  }
}

/** Makes a document of what a model saw on a picture. */
function describedPicture(
  { descriptions: [description] }: SourceFile,
  head: Uint8Array,
): KnownDocument {
  const text = cleanText(description?.text ?? '').trim()
  const document: ReadDocument = {
    text,
    title: null,
    pages: [],
    blocks: markdownBlocks(text),
    lines: noLines,
    omissions: description ? [] : [{ reason: 'pictureWithoutText' }],
  }
  return { document, mediaType: pictureType(head) }
}

/** Returns the encoding that a page or an XML file names in its first lines. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /(?:charset|encoding)=["']?([\w-]{2,30})/i.exec(head)?.[1]
}

/** Returns the encoding that a server named with the media type. */
function charsetOf(mediaType: string): string | undefined {
  return /;\s*charset="?([\w-]{2,30})/i.exec(mediaType)?.[1]
}

/** Breaks JSON that is on one line: nobody could read or cut it. */
function readableJson(text: string): string {
  if (text.length > jsonLengthMaximum || text.trim().includes('\n')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Errors: documentEncrypted for a newer file of Office, which is put into an old one with its key. */
function assertNotEncrypted(source: SourceBytes): void {
  const head = new Uint8Array(Math.min(source.length, oldOfficeBytes))
  source.read(0, head)
  if (Buffer.from(head.buffer).includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    throw new AppError('documentEncrypted', 'It needs a password')
  }
}
