import { AppError } from '../../../../shared/errors.ts'
import type { ReadDocument } from '../../readDocument.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'
import { archiveTitle } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import { createOpenNumbering } from './openNumbering.ts'
import { createOpenOmissions } from './openOmissions.ts'
import { readOpenStyles, type OpenStyles } from './openStyles.ts'

const maxSpaces = 100
/** A sheet repeats empty cells up to its last column. */
const maxRepeats = 100
const declarations = new Set(['header-decl', 'footer-decl', 'date-time-decl'])

/**
 * Reads a text, a sheet or a presentation of OpenDocument, with the numbers of its clauses. What
 * stands at the head and foot of a text's pages is read once, before and after it. Errors:
 * documentEncrypted and others.
 */
export async function readOpenDocument(archive: Archive): Promise<ReadDocument> {
  const manifest = await archive.text('META-INF/manifest.xml')
  if (manifest.includes('encryption-data')) {
    throw new AppError('documentEncrypted', 'It needs a password')
  }
  const writer = createDocumentWriter()
  const styles = await readOpenStyles(archive)
  const isText = (await archive.text('mimetype')).includes('opendocument.text')
  if (isText) await writeEdges(archive, 'header', styles, writer)
  await readXml(archive.pieces('content.xml'), contentHandlers(writer, styles))
  if (isText) await writeEdges(archive, 'footer', styles, writer)
  return writer.finish(await archiveTitle(archive, 'meta.xml'))
}

/** Writes what stands at the head or foot of pages. Kinds of pages often repeat the same. */
async function writeEdges(
  archive: Archive,
  edge: 'header' | 'footer',
  styles: OpenStyles,
  writer: DocumentWriter,
): Promise<void> {
  const written = new Set<string>()
  let own = createDocumentWriter()
  let handlers: ReturnType<typeof contentHandlers> | undefined
  const isEdge = (name: string): boolean =>
    name === edge || name === `${edge}-left` || name === `${edge}-first`
  await readXml(archive.pieces('styles.xml'), {
    open(element) {
      if (handlers) handlers.open(element)
      else if (isEdge(element.name)) {
        own = createDocumentWriter()
        handlers = contentHandlers(own, styles)
      }
    },
    text: (piece) => handlers?.text(piece),
    close(name) {
      if (!isEdge(name)) {
        handlers?.close(name)
        return
      }
      handlers = undefined
      const { text, omissions } = own.finish(null)
      if (text === '' || written.has(text)) return
      written.add(text)
      writer.block('paragraph', text)
      for (const omission of omissions) writer.omit(omission)
    },
  })
}

function contentHandlers(writer: DocumentWriter, styles: OpenStyles) {
  const numbering = createOpenNumbering(styles)
  const omissions = createOpenOmissions(styles.hidden, writer)
  /** A paragraph in a text box is within another paragraph. */
  const open: { text: string; number: string; level: number | undefined }[] = []
  let isHead = false
  let repeats = 1
  let slides = 0

  function begin({ name, attribute }: XmlElement): void {
    const paragraph = open.at(-1)
    switch (name) {
      case 'h': {
        const level = Number(attribute('outline-level') ?? 1)
        const isCounted = attribute('is-list-header') !== 'true'
        const number = numbering.ofParagraph() || (isCounted ? numbering.ofHeading(level) : '')
        open.push({ text: '', number, level })
        break
      }
      case 'p':
        open.push({ text: '', number: numbering.ofParagraph(), level: undefined })
        break
      case 'list': {
        const continues =
          attribute('continue-numbering') === 'true' || attribute('continue-list') !== undefined
        numbering.openList(attribute('style-name'), continues)
        break
      }
      case 'list-item': {
        const start = attribute('start-value')
        numbering.openItem(start === undefined ? undefined : Number(start) || 0)
        break
      }
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
        repeats = Math.min(Number(attribute('number-columns-repeated') ?? 1) || 1, maxRepeats)
        writer.beginCell()
        break
      case 's':
        if (paragraph)
          paragraph.text += ' '.repeat(Math.min(Number(attribute('c') ?? 1) || 1, maxSpaces))
        break
      case 'tab':
        if (paragraph) paragraph.text += ' '
        break
      case 'line-break':
        if (paragraph) paragraph.text += '\n'
        break
      default:
        if (declarations.has(name)) open.push({ text: '', number: '', level: undefined })
    }
  }

  function end(name: string): void {
    if (name === 'h' || name === 'p' || declarations.has(name)) {
      const { text = '', number = '', level } = open.pop() ?? {}
      const shown = text.trim() === '' ? '' : number + text
      if (level !== undefined) writer.heading(level, shown)
      else writer.block(numbering.isInList() ? 'listItem' : 'paragraph', shown)
    } else if (name === 'list') numbering.closeList()
    else if (name === 'table-header-rows') isHead = false
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      // `endCell` writes the cell's text each time that it is called.
      for (let repeat = 0; repeat < repeats; repeat++) writer.endCell()
    } else if (name === 'table-row') writer.endRow()
    else if (name === 'table') writer.endTable()
  }

  return {
    open(element: XmlElement) {
      if (!omissions.open(element)) begin(element)
    },
    text(piece: string) {
      const paragraph = open.at(-1)
      if (!omissions.text(piece) && paragraph) paragraph.text += piece
    },
    close(name: string) {
      if (!omissions.close()) end(name)
    },
    isDone: writer.isFull,
  }
}
