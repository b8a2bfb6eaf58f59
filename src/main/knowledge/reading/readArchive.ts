import type { ReadDocument } from '../readDocument.ts'
import { openArchive, type Archive } from './archives/openArchive.ts'
import { readXml } from './archives/readXml.ts'
import { resolveName } from './archives/relations.ts'
import { unreadParts } from './archives/unreadParts.ts'
import type { KnownDocument } from './knownDocument.ts'
import type { SourceBytes } from './sourceBytes.ts'

const word = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

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
    if (known) return await readAs(archive, known[0], known)
    const main = await declaredMain(archive)
    const declaredAs = byContent.find(([, type]) =>
      // Templates and slide shows differ in the last word alone.
      main?.mediaType.startsWith(type.slice(0, type.lastIndexOf('.') + 1)),
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
  [, mediaType, read]: (typeof byContent)[number],
): Promise<KnownDocument> {
  return { document: await readWhole(archive, main, read), mediaType }
}

/** Returns the main part of an Office document that has it under a name of its own. */
async function declaredMain(
  archive: Archive,
): Promise<{ name: string; mediaType: string } | undefined> {
  let main: { name: string; mediaType: string } | undefined
  await readXml(archive.pieces('[Content_Types].xml'), {
    open({ name, attribute }) {
      const mediaType = attribute('ContentType') ?? ''
      const part = resolveName('', attribute('PartName') ?? '')
      if (name !== 'Override' || !mediaType.endsWith('.main+xml') || !archive.has(part)) return
      main ??= { name: part, mediaType }
    },
  })
  return main
}

/** Reads a document, and tells what of its archive the reader left out. */
async function readWhole(archive: Archive, main: string, read: Reader): Promise<ReadDocument> {
  const document = await read(archive, main)
  return { ...document, omissions: [...document.omissions, ...(await unreadParts(archive))] }
}
