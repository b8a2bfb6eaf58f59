import { AppError } from '../../../../shared/errors.ts'
import type { ReadDocument } from '../../readDocument.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import { archiveTitle, resolveName } from '../archives/relations.ts'
import { createDocumentWriter } from '../documentWriter.ts'
import { writeHtml } from './writeHtml.ts'

/** Reads a book: its chapters in their order. Errors: documentEncrypted if a shop has locked it. */
export async function readEpub(archive: Archive): Promise<ReadDocument> {
  const packageName = await packagePath(archive)
  const locked = await archive.text('META-INF/encryption.xml')
  if (/CipherReference[^>]+\.x?html?["']/i.test(locked)) {
    throw new AppError('documentEncrypted', 'A shop has locked it')
  }
  const writer = createDocumentWriter()
  for (const chapter of await chapters(archive, packageName)) {
    // An end of line in XML is none in HTML: an element without content must be written out.
    const html = (await archive.text(chapter)).replaceAll(
      /<(title|a|div|p|span|i|b|td|li)\b([^<>]*)\/>/gi,
      '<$1$2></$1>',
    )
    writeHtml(html, writer, { mainText: false })
    if (writer.isFull()) break
  }
  return writer.finish(await archiveTitle(archive, packageName))
}

async function packagePath(archive: Archive): Promise<string> {
  let path: string | undefined
  await readXml(archive.pieces('META-INF/container.xml'), {
    open({ name, attribute }) {
      if (name === 'rootfile') path ??= attribute('full-path')
    },
  })
  if (path === undefined) throw new AppError('documentDamaged', 'It names no content')
  return path
}

async function chapters(archive: Archive, packageName: string): Promise<string[]> {
  const folder = packageName.slice(0, packageName.lastIndexOf('/') + 1)
  const items = new Map<string, string>()
  const order: string[] = []
  await readXml(archive.pieces(packageName), {
    open({ name, attribute }) {
      const id = attribute('id')
      const target = attribute('href')
      if (name === 'item' && id !== undefined && target !== undefined) {
        items.set(id, resolveName(folder, decodeName(target)))
      }
      if (name === 'itemref') order.push(items.get(attribute('idref') ?? '') ?? '')
    },
  })
  return [...new Set(order)].filter((name) => archive.has(name))
}

function decodeName(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
