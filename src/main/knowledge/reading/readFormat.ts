import { AppError } from '../../../shared/errors.ts'
import { fileFormats, type FormatWith } from '../../../shared/fileFormats.ts'
import { noLines, type DocumentBlock, type Omission, type ReadDocument } from '../readDocument.ts'
import { codeBlocks } from './codeBlocks.ts'
import { cleanText, decodeText } from './decodeText.ts'
import type { SourceFile } from './documentTask.ts'
import type { KnownDocument } from './knownDocument.ts'
import { createDocumentWriter } from './documentWriter.ts'
import { markdownBlocks, markdownTitle } from './markdownBlocks.ts'
import { plainBlocks } from './plainBlocks.ts'
import { pictureType, sniffFormat, sniffText, type TextFormat } from './sniffFormat.ts'
import { firstBytes, type SourceBytes } from './sourceBytes.ts'

const headBytes = 4096
const oldOfficeBytes = 10_000_000
const maxJsonLength = 5_000_000

export interface ReaderOptions {
  /** The path of PDFium's module. */
  pdfium: string
}

type FileReader = (
  source: SourceBytes,
  file: SourceFile,
  options: ReaderOptions,
) => Promise<ReadDocument>

const fileReaders: Readonly<Record<FormatWith<'readAs', 'file'>, FileReader>> = {
  pdf: async (source, file, { pdfium }) => {
    const { readPdf } = await import('./pdf/readPdf.ts')
    const descriptions = new Map(file.descriptions.map(({ page, text }) => [page, text]))
    return readPdf(source, pdfium, descriptions)
  },
  rtf: async (source) => (await import('./readRtf.ts')).readRtf(firstBytes(source)),
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
    case 'archive': {
      const { readArchive } = await import('./readArchive.ts')
      return readArchive(source)
    }
    case 'oldOffice':
      assertNotEncrypted(source)
      return undefined
    case 'picture':
      return describedPicture(file, head)
    case undefined:
      return readText(source, file)
    default: {
      const document = await fileReaders[format](source, file, options)
      return { document, mediaType: fileFormats[format].mediaType }
    }
  }
}

interface DecodedFile {
  text: string
  bytes: Uint8Array
  file: SourceFile
}

type TextReader = (decoded: DecodedFile) => ReadDocument | Promise<ReadDocument>

const textReaders: Readonly<Record<TextFormat, TextReader>> = {
  markdown: ({ text }) => inBlocks(text, markdownBlocks(text), markdownTitle(text)),
  html: async ({ text, file }) => {
    const { writeHtml } = await import('./web/writeHtml.ts')
    const writer = createDocumentWriter()
    return writer.finish(writeHtml(text, writer, file))
  },
  mail: async ({ bytes }) => (await import('./readMail.ts')).readMail(bytes),
  csv: async ({ text }) => (await import('./readCsv.ts')).readCsv(text),
  json: ({ text }) => {
    const readable = readableJson(text)
    return inBlocks(readable, codeBlocks(readable))
  },
  code: ({ text }) => inBlocks(text, codeBlocks(text)),
  plain: ({ text }) => inBlocks(text, plainBlocks(text)),
}

function inBlocks(
  text: string,
  blocks: DocumentBlock[],
  title: string | null = null,
): ReadDocument {
  return { text, title, pages: [], blocks, lines: noLines, omissions: [] }
}

async function readText(source: SourceBytes, file: SourceFile): Promise<KnownDocument | undefined> {
  const bytes = firstBytes(source)
  const declared = declaredEncoding(bytes) ?? charsetOf(file.mediaType)
  const decoded = await decodeText(bytes, { chosen: file.encoding ?? undefined, declared })
  if (!decoded) return undefined
  const omissions: Omission[] = decoded.hasUnknown ? [{ reason: 'unknownCharacters' }] : []
  if (decoded.isUnsure) omissions.push({ reason: 'unsureEncoding' })
  if (bytes.byteLength < source.length) omissions.push({ reason: 'tooLong' })
  const { text } = decoded
  const format = sniffText(text, file.name, file.mediaType)
  const document = await textReaders[format]({ text, bytes, file })
  return {
    document: { ...document, omissions: [...document.omissions, ...omissions] },
    mediaType: fileFormats[format === 'code' ? 'plain' : format].mediaType,
  }
}

/** Makes a document of what a model saw on a picture. */
function describedPicture(
  { descriptions: [description] }: SourceFile,
  head: Uint8Array,
): KnownDocument {
  const text = cleanText(description?.text ?? '').trim()
  const omissions: Omission[] = description ? [] : [{ reason: 'pictureWithoutText' }]
  const document = { ...inBlocks(text, markdownBlocks(text)), omissions }
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
  if (text.length > maxJsonLength || text.trim().includes('\n')) return text
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
