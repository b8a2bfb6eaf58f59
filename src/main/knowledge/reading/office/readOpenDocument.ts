import { AppError } from '../../../../shared/errors.ts'
import type { ReadDocument } from '../../readDocument.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'
import { archiveTitle } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'

const spacesMaximum = 100
/** A sheet repeats empty cells up to its last column. */
const repeatsMaximum = 100
/** Deleted text, remarks, and texts that a program shows instead of an object. */
const skippedElements = new Set(['tracked-changes', 'annotation', 'desc', 'forms'])

/** Reads a text, a sheet or a presentation of OpenDocument. Errors: documentEncrypted and others. */
export async function readOpenDocument(archive: Archive): Promise<ReadDocument> {
  const manifest = await archive.text('META-INF/manifest.xml')
  if (manifest.includes('encryption-data')) {
    throw new AppError('documentEncrypted', 'It needs a password')
  }
  const writer = createDocumentWriter()
  await readXml(archive.pieces('content.xml'), contentHandlers(writer))
  return writer.finish(await archiveTitle(archive, 'meta.xml'))
}

function contentHandlers(writer: DocumentWriter) {
  /** A paragraph in a text box is within another paragraph. */
  const open: { text: string; level: number | undefined }[] = []
  let lists = 0
  let skipped = 0
  let isHead = false
  let repeats = 1
  let slides = 0

  function begin({ name, attribute }: XmlElement): void {
    const paragraph = open.at(-1)
    switch (name) {
      case 'h':
        open.push({ text: '', level: Number(attribute('outline-level') ?? 1) })
        break
      case 'p':
        open.push({ text: '', level: undefined })
        break
      case 'list-item':
        lists += 1
        break
      case 'page':
        slides += 1
        // Slides have no size here: it is that of their master page.
        writer.page(720, 540)
        break
      case 'table': {
        const title = attribute('name')
        if (slides === 0 && title !== undefined && open.length === 0) writer.heading(2, title)
        writer.beginTable()
        break
      }
      case 'table-header-rows':
        isHead = true
        break
      case 'table-row':
        writer.beginRow(isHead)
        break
      case 'table-cell':
      case 'covered-table-cell':
        repeats = Math.min(Number(attribute('number-columns-repeated') ?? 1) || 1, repeatsMaximum)
        writer.beginCell()
        break
      case 's':
        if (paragraph)
          paragraph.text += ' '.repeat(Math.min(Number(attribute('c') ?? 1) || 1, spacesMaximum))
        break
      case 'tab':
        if (paragraph) paragraph.text += ' '
        break
      case 'line-break':
        if (paragraph) paragraph.text += '\n'
        break
      default:
    }
  }

  function end(name: string): void {
    if (name === 'h' || name === 'p') {
      const { text = '', level } = open.pop() ?? {}
      if (level !== undefined) writer.heading(level, text)
      else writer.block(lists > 0 ? 'listItem' : 'paragraph', text)
    } else if (name === 'list-item') lists -= 1
    else if (name === 'table-header-rows') isHead = false
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      // `endCell` writes the cell's text each time that it is called.
      for (let repeat = 0; repeat < repeats; repeat++) writer.endCell()
    } else if (name === 'table-row') writer.endRow()
    else if (name === 'table') writer.endTable()
  }

  return {
    open(element: XmlElement) {
      if (skippedElements.has(element.name)) skipped += 1
      else if (skipped === 0) begin(element)
    },
    text(piece: string) {
      const paragraph = open.at(-1)
      if (paragraph && skipped === 0) paragraph.text += piece
    },
    close(name: string) {
      if (skippedElements.has(name)) skipped -= 1
      else if (skipped === 0) end(name)
    },
    isDone: writer.isFull,
  }
}
