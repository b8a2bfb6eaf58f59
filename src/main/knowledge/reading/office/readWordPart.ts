import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'
import type { DocumentWriter } from '../documentWriter.ts'
import { createElementSkipper } from './elementSkipper.ts'
import { createFormulaReader } from './linearFormula.ts'
import type { Numbering } from './readNumbering.ts'
import { symbolCharacter } from './symbolFonts.ts'
import { createWordFields } from './wordFields.ts'
import { isOn, outlineLevel, type WordStyle } from './wordStyles.ts'

export interface WordContext {
  styles: (style: string) => WordStyle
  numbering: Numbering
}

/** Charts and diagrams that a part refers to, by the ids of their relations. */
export interface WordReferences {
  charts: string[]
  diagrams: string[]
}

interface Paragraph {
  text: string
  style: string
  level: number | undefined
  listId: string | undefined
  listLevel: number | undefined
  isListItem: boolean
  hasHidden: boolean
}

/** Deleted text, and the former place of moved text. */
const skippedElements = new Set(['del', 'moveFrom'])

/** Writes the paragraphs and tables of one part of a Word document. */
export async function readWordPart(
  archive: Archive,
  part: string,
  context: WordContext,
  writer: DocumentWriter,
): Promise<WordReferences> {
  const references: WordReferences = { charts: [], diagrams: [] }
  const skipper = createElementSkipper(skippedElements)
  const formula = createFormulaReader()
  const fields = createWordFields()
  /** A text box is a paragraph within a paragraph. */
  const paragraphs: Paragraph[] = []
  const runs: { isHidden: boolean | undefined }[] = []
  let textElement = ''
  let reading = ''
  let isReading = false
  let hasDeleted = false

  function add(text: string): void {
    const paragraph = paragraphs.at(-1)
    if (!paragraph || fields.isPageNumber()) return
    const isHidden = runs.at(-1)?.isHidden ?? context.styles(paragraph.style).isHidden
    if (isHidden) paragraph.hasHidden ||= text.trim() !== ''
    else if (isReading) reading += text
    else paragraph.text += text
  }

  function begin({ name, attribute }: XmlElement): void {
    const run = runs.at(-1)
    const value = attribute('val')
    fields.open(name, attribute)
    if (name === 'p') paragraphs.push(emptyParagraph())
    else if (name === 'r') runs.push({ isHidden: undefined })
    else if (name === 't' || name === 'instrText') textElement = name
    else if (name === 'rStyle' && run) run.isHidden ??= context.styles(value ?? '').isHidden
    else if (name === 'vanish' && run) run.isHidden = isOn(value)
    else if (name === 'tab' && run) add(' ')
    else if (name === 'br' || name === 'cr') add('\n')
    else if (name === 'noBreakHyphen') add('-')
    else if (name === 'sym') addSymbol(attribute)
    else if (name === 'rt') isReading = true
    else if (name === 'chart') references.charts.push(attribute('id') ?? '')
    else if (name === 'relIds') references.diagrams.push(attribute('dm') ?? '')
    else if (name === 'altChunk') writer.omit({ reason: 'embeddedFile' })
    else if (!beginTable(name, value)) formatParagraph(paragraphs.at(-1), name, value)
  }

  function addSymbol(attribute: XmlElement['attribute']): void {
    const character = symbolCharacter(attribute('font') ?? '', attribute('char') ?? '')
    if (character === undefined) writer.omit({ reason: 'unknownCharacters' })
    add(character ?? '\ufffd')
  }

  function beginTable(name: string, value: string | undefined): boolean {
    if (name === 'tbl') writer.beginTable()
    else if (name === 'tr') writer.beginRow(false)
    else if (name === 'tblHeader') writer.beginRow(isOn(value))
    else if (name === 'tc') writer.beginCell()
    else return false
    return true
  }

  function end(name: string): void {
    fields.close(name)
    if (name === 'p') writeParagraph(paragraphs.pop(), context, writer)
    else if (name === 'r') runs.pop()
    else if (name === 't' || name === 'instrText') textElement = ''
    else if (name === 'rt') isReading = false
    else if (name === 'ruby') {
      // The reading stands before the characters in the file, and is written after them.
      if (reading.trim() !== '') add(`(${reading.trim()})`)
      reading = ''
    } else if (name === 'tc') writer.endCell()
    else if (name === 'tr') writer.endRow()
    else if (name === 'tbl') writer.endTable()
  }

  await readXml(archive.pieces(part), {
    open(element) {
      if (!skipper.open(element) && !formula.open(element)) begin(element)
    },
    text(text) {
      if (skipper.skipped() !== undefined) hasDeleted ||= isDeleted(skipper.skipped(), text)
      else if (!formula.text(text) && textElement === 't') add(text)
      else if (textElement === 'instrText') fields.instruction(text)
    },
    close(name) {
      if (skipper.close()) {
        if (name === 'del' && hasDeleted) writer.omit({ reason: 'deletedText' })
        if (name === 'del') hasDeleted = false
        return
      }
      const written = formula.close()
      if (typeof written === 'string') add(written)
      else if (!written) end(name)
    },
    isDone: writer.isFull,
  })
  return references
}

function isDeleted(skipped: string | undefined, text: string): boolean {
  return skipped === 'del' && text.trim() !== ''
}

function emptyParagraph(): Paragraph {
  return {
    ...{ text: '', style: '', level: undefined, listId: undefined, listLevel: undefined },
    ...{ isListItem: false, hasHidden: false },
  }
}

function formatParagraph(
  paragraph: Paragraph | undefined,
  name: string,
  value: string | undefined,
): void {
  if (!paragraph) return
  if (name === 'pStyle') paragraph.style = value ?? ''
  else if (name === 'outlineLvl') paragraph.level = outlineLevel(value)
  else if (name === 'numPr') paragraph.isListItem = true
  else if (name === 'numId') paragraph.listId = value
  else if (name === 'ilvl') paragraph.listLevel = Number(value ?? 0)
}

function writeParagraph(
  paragraph: Paragraph | undefined,
  { styles, numbering }: WordContext,
  writer: DocumentWriter,
): void {
  if (!paragraph) return
  const { text, hasHidden } = paragraph
  if (hasHidden) writer.omit({ reason: 'hiddenText' })
  const isEmpty = text.trim() === ''
  // Word does not count what it does not show.
  if (isEmpty && hasHidden) return
  const style = styles(paragraph.style)
  const listId = paragraph.listId ?? style.listId ?? ''
  const listLevel =
    paragraph.listLevel ?? numbering.levelOfStyle(listId, paragraph.style) ?? style.listLevel ?? 0
  const number = listId === '' ? '' : numbering.next(listId, listLevel)
  if (isEmpty) return
  const shown = number === '' ? text : `${number} ${text}`
  const level = paragraph.level ?? style.level
  const isListItem = listId !== '0' && (paragraph.isListItem || listId !== '')
  if (level !== undefined) writer.heading(level, shown)
  else writer.block(isListItem ? 'listItem' : 'paragraph', shown)
}
