import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'
import { archiveTitle } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import type { ReadDocument } from '../../readDocument.ts'

interface Paragraph {
  text: string
  level: number | undefined
  isListItem: boolean
}

/** Parts whose text is not the document's: what was deleted, and what older programs show instead. */
const skippedElements = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText'])
const parts = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml']

/** Reads a Word document. Errors: documentDamaged, documentTooLarge, documentEncrypted. */
export async function readDocx(archive: Archive): Promise<ReadDocument> {
  const levels = await headingLevels(archive)
  const writer = createDocumentWriter()
  for (const part of parts) await readPart(archive, part, levels, writer)
  return writer.finish(await archiveTitle(archive, 'docProps/core.xml'))
}

async function readPart(
  archive: Archive,
  part: string,
  levels: ReadonlyMap<string, number>,
  writer: DocumentWriter,
): Promise<void> {
  /** A text box is a paragraph within a paragraph. */
  const open: Paragraph[] = []
  let skipped = 0
  let isText = false

  function begin({ name, attribute }: XmlElement): void {
    const paragraph = open.at(-1)
    if (name === 'p') open.push({ text: '', level: undefined, isListItem: false })
    else if (name === 't') isText = true
    else if (name === 'tbl') writer.beginTable()
    else if (name === 'tr') writer.beginRow(false)
    else if (name === 'tblHeader')
      writer.beginRow(attribute('val') !== '0' && attribute('val') !== 'false')
    else if (name === 'tc') writer.beginCell()
    else if (paragraph) format(paragraph, name, attribute)
  }

  function format(paragraph: Paragraph, name: string, attribute: XmlElement['attribute']): void {
    if (name === 'pStyle') paragraph.level = levels.get(attribute('val') ?? '')
    else if (name === 'outlineLvl') paragraph.level = levelOf(attribute('val')) ?? paragraph.level
    else if (name === 'numPr') paragraph.isListItem = true
    else if (name === 'tab') paragraph.text += ' '
    else if (name === 'br' || name === 'cr') paragraph.text += '\n'
    else if (name === 'noBreakHyphen') paragraph.text += '-'
  }

  function end(name: string): void {
    if (name === 'p') writeParagraph(open.pop(), writer)
    else if (name === 't') isText = false
    else if (name === 'tc') writer.endCell()
    else if (name === 'tr') writer.endRow()
    else if (name === 'tbl') writer.endTable()
  }

  await readXml(archive.pieces(part), {
    open(element) {
      if (skippedElements.has(element.name)) skipped += 1
      else if (skipped === 0) begin(element)
    },
    text(text) {
      const paragraph = open.at(-1)
      if (isText && paragraph && skipped === 0) paragraph.text += text
    },
    close(name) {
      if (skippedElements.has(name)) skipped -= 1
      else if (skipped === 0) end(name)
    },
    isDone: writer.isFull,
  })
}

function writeParagraph(paragraph: Paragraph | undefined, writer: DocumentWriter): void {
  if (!paragraph) return
  const { text, level, isListItem } = paragraph
  if (level !== undefined) writer.heading(level, text)
  else writer.block(isListItem ? 'listItem' : 'paragraph', text)
}

/** Reads which styles are headings: by their level in the outline, their name, or their parent's. */
async function headingLevels(archive: Archive): Promise<ReadonlyMap<string, number>> {
  const levels = new Map<string, number>()
  const parents = new Map<string, string>()
  let style = ''
  await readXml(archive.pieces('word/styles.xml'), {
    open({ name, attribute }) {
      const value = attribute('val')
      if (name === 'style') style = attribute('styleId') ?? ''
      else if (name === 'basedOn' && value !== undefined) parents.set(style, value)
      else if (name === 'name' && style !== '') setLevel(levels, style, nameLevel(value ?? ''))
      else if (name === 'outlineLvl' && style !== '') setLevel(levels, style, levelOf(value))
    },
    close: (name) => {
      if (name === 'style') style = ''
    },
  })
  for (const child of parents.keys()) {
    let parent: string | undefined = child
    for (let step = 0; step < 10 && parent !== undefined && !levels.has(parent); step++) {
      parent = parents.get(parent)
    }
    setLevel(levels, child, parent === undefined ? undefined : levels.get(parent))
  }
  return levels
}

function setLevel(levels: Map<string, number>, style: string, level: number | undefined): void {
  if (level !== undefined && !levels.has(style)) levels.set(style, level)
}

function nameLevel(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1
  const level = /^heading (\d)$/i.exec(name)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Word counts levels from 0; 9 is the text itself. */
function levelOf(value: string | undefined): number | undefined {
  const level = Number(value)
  return value !== undefined && level >= 0 && level < 9 ? level + 1 : undefined
}
