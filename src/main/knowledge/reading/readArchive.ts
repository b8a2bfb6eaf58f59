import {
  fileFormats,
  formatsWith,
  openDocument,
  type FormatWith,
} from '../../../shared/fileFormats.ts'
import type { ReadDocument } from '../readDocument.ts'
import { declaredMain } from './archives/declaredMain.ts'
import { openArchive, type Archive } from './archives/openArchive.ts'
import { unreadParts } from './archives/unreadParts.ts'
import type { KnownDocument } from './knownDocument.ts'
import type { SourceBytes } from './sourceBytes.ts'

/** Reads an archive by its main part. */
type Reader = (archive: Archive, main: string) => Promise<ReadDocument>

const readDocx: Reader = async (archive, main) =>
  (await import('./office/readDocx.ts')).readDocx(archive, main)
const readPptx: Reader = async (archive, main) =>
  (await import('./office/readPptx.ts')).readPptx(archive, main)
const readXlsx: Reader = async (archive, main) =>
  (await import('./office/readXlsx.ts')).readXlsx(archive, main)
const readOpenDocument: Reader = async (archive) =>
  (await import('./office/readOpenDocument.ts')).readOpenDocument(archive)
const readEpub: Reader = async (archive) => (await import('./web/readEpub.ts')).readEpub(archive)

type ArchiveFormat = FormatWith<'readAs', 'archive'>

/**
 * The part that shows the format even if the archive does not declare it; null if the declaration
 * is needed.
 */
const readers: Readonly<Record<ArchiveFormat, { part: string | null; read: Reader }>> = {
  docx: { part: 'word/document.xml', read: readDocx },
  pptx: { part: 'ppt/presentation.xml', read: readPptx },
  xlsx: { part: 'xl/workbook.xml', read: readXlsx },
  epub: { part: 'META-INF/container.xml', read: readEpub },
  odt: { part: null, read: readOpenDocument },
  odp: { part: null, read: readOpenDocument },
  ods: { part: null, read: readOpenDocument },
}

const byPart = formatsWith('readAs', 'archive').flatMap((format) => {
  const { part, read } = readers[format]
  return part === null ? [] : [{ part, read, mediaType: fileFormats[format].mediaType }]
})

/** Reads a document that is a zip archive. Undefined for any other archive. */
export async function readArchive(source: SourceBytes): Promise<KnownDocument | undefined> {
  const archive = await openArchive(source)
  try {
    const known = byPart.find(({ part }) => archive.has(part))
    if (known) return await readAs(archive, known.part, known)
    const main = await declaredMain(archive)
    const declaredAs = byPart.find(({ mediaType }) =>
      // Templates and slide shows differ in the last word alone.
      main?.mediaType.startsWith(mediaType.slice(0, mediaType.lastIndexOf('.') + 1)),
    )
    if (main && declaredAs) return await readAs(archive, main.name, declaredAs)
    if (!archive.has('mimetype') || !archive.has('content.xml')) return undefined
    const declared = (await archive.text('mimetype')).trim()
    if (!declared.startsWith(openDocument)) return undefined
    const document = await readWhole(archive, 'content.xml', readOpenDocument)
    return { document, mediaType: declared.slice(0, 100) }
  } finally {
    archive.close()
  }
}

async function readAs(
  archive: Archive,
  main: string,
  { mediaType, read }: (typeof byPart)[number],
): Promise<KnownDocument> {
  return { document: await readWhole(archive, main, read), mediaType }
}

/** Reads a document, and tells what of its archive the reader left out. */
async function readWhole(archive: Archive, main: string, read: Reader): Promise<ReadDocument> {
  const document = await read(archive, main)
  return { ...document, omissions: [...document.omissions, ...(await unreadParts(archive))] }
}
