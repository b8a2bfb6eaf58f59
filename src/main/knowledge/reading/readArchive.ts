import type { ReadDocument } from '../readDocument.ts'
import { openArchive, type Archive } from './archives/openArchive.ts'
import { unreadParts } from './archives/unreadParts.ts'
import type { KnownDocument } from './knownDocument.ts'
import type { SourceBytes } from './sourceBytes.ts'

const word = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

type Reader = (archive: Archive) => Promise<ReadDocument>

const readDocx: Reader = async (archive) => (await import('./office/readDocx.ts')).readDocx(archive)
const readPptx: Reader = async (archive) => (await import('./office/readPptx.ts')).readPptx(archive)
const readXlsx: Reader = async (archive) => (await import('./office/readXlsx.ts')).readXlsx(archive)
const readOpenDocument: Reader = async (archive) =>
  (await import('./office/readOpenDocument.ts')).readOpenDocument(archive)
const readEpub: Reader = async (archive) => (await import('./web/readEpub.ts')).readEpub(archive)

/** What lies in an archive tells its format; its own word for it may be missing. */
const byContent: readonly [name: string, mediaType: string, read: Reader][] = [
  ['word/document.xml', `${word}.wordprocessingml.document`, readDocx],
  ['ppt/presentation.xml', `${word}.presentationml.presentation`, readPptx],
  ['xl/workbook.xml', `${word}.spreadsheetml.sheet`, readXlsx],
  ['META-INF/container.xml', 'application/epub+zip', readEpub],
]

/** Reads a document that is a zip archive. Undefined for any other archive. */
export async function readArchive(source: SourceBytes): Promise<KnownDocument | undefined> {
  const archive = await openArchive(source)
  try {
    const known = byContent.find(([name]) => archive.has(name))
    if (known) return { document: await readWhole(archive, known[2]), mediaType: known[1] }
    if (!archive.has('mimetype') || !archive.has('content.xml')) return undefined
    const declared = (await archive.text('mimetype')).trim()
    if (!declared.startsWith(openDocument)) return undefined
    const document = await readWhole(archive, readOpenDocument)
    return { document, mediaType: declared.slice(0, 100) }
  } finally {
    archive.close()
  }
}

/** Reads a document, and tells what of its archive the reader left out. */
async function readWhole(archive: Archive, read: Reader): Promise<ReadDocument> {
  const document = await read(archive)
  return { ...document, omissions: [...document.omissions, ...(await unreadParts(archive))] }
}
