import type { ReadDocument } from '../../readDocument.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'
import { archiveTitle, relations } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import { createElementSkipper } from './elementSkipper.ts'
import { createFormulaReader } from './linearFormula.ts'
import { readChart } from './readChart.ts'
import { readDiagram } from './readDiagram.ts'

const maxSlides = 5000
/** A slide's size is given in EMU. */
const emuPerPoint = 12_700

/**
 * Reads a presentation: a page for each slide, with its title as heading, its charts and drawings,
 * and the speaker's notes. What stands at the foot of slides is read once. Hidden slides are left
 * out, and told.
 */
export async function readPptx(archive: Archive, main: string): Promise<ReadDocument> {
  const writer = createDocumentWriter()
  const said = new Set<string>()
  const { slides, width, height } = await slideNames(archive, main)
  for (const slide of slides) {
    if (await isHidden(archive, slide)) {
      writer.omit({ reason: 'hiddenSlide' })
      continue
    }
    writer.page(width, height)
    const { charts, diagrams } = await readSlide(archive, slide, writer, said)
    const related = await relations(archive, slide)
    for (const id of charts) await readChart(archive, related.get(id), writer)
    for (const id of diagrams) await readDiagram(archive, related.get(id), writer)
    const notes = [...related.values()].find((name) => name.includes('notesSlides/'))
    if (notes !== undefined) await readSlide(archive, notes, writer, said)
    if (writer.isFull()) break
  }
  return writer.finish(await archiveTitle(archive, 'docProps/core.xml'))
}

async function slideNames(
  archive: Archive,
  presentation: string,
): Promise<{ slides: string[]; width: number; height: number }> {
  const related = await relations(archive, presentation)
  const slides: string[] = []
  let size = { width: 720, height: 540 }
  await readXml(archive.pieces(presentation), {
    open({ name, attribute }) {
      if (name === 'sldSz') {
        const points = (edge: string): number => Number(attribute(edge) ?? 0) / emuPerPoint || 540
        size = { width: points('cx'), height: points('cy') }
      }
      if (name !== 'sldId' || slides.length >= maxSlides) return
      // `id` alone is the slide's number; the reference has the prefix `r`.
      const slide = related.get(attribute('r:id') ?? '')
      if (slide !== undefined) slides.push(slide)
    },
  })
  return { slides, ...size }
}

async function isHidden(archive: Archive, slide: string): Promise<boolean> {
  let show: string | undefined
  let isRead = false
  await readXml(archive.pieces(slide), {
    open({ name, attribute }) {
      if (name === 'sld') show = attribute('show')
      isRead = true
    },
    isDone: () => isRead,
  })
  return show === '0' || show === 'false'
}

/**
 * Writes the text of a slide, of its head and foot only what none has said before. Returns the
 * relations of its charts and drawings.
 */
async function readSlide(
  archive: Archive,
  slide: string,
  writer: DocumentWriter,
  said: Set<string>,
): Promise<{ charts: string[]; diagrams: string[] }> {
  const references: { charts: string[]; diagrams: string[] } = { charts: [], diagrams: [] }
  const skipper = createElementSkipper(new Set())
  const formula = createFormulaReader()
  let text = ''
  let isText = false
  let placeholder = ''
  let isInParagraph = false
  let hasMark = false
  let level = 0

  function begin({ name, attribute }: XmlElement): void {
    if (name === 'ph') placeholder = attribute('type') ?? 'body'
    else if (name === 'tbl') writer.beginTable()
    else if (name === 'tr') writer.beginRow(false)
    else if (name === 'tc') writer.beginCell()
    else if (name === 't') isText = true
    else if (name === 'chart') references.charts.push(attribute('id') ?? '')
    else if (name === 'relIds') references.diagrams.push(attribute('dm') ?? '')
    else if (name === 'br' && isInParagraph) text += '\n'
    else if (name === 'pPr') level = Number(attribute('lvl') ?? 0)
    else if (name === 'buChar' || name === 'buAutoNum') hasMark = true
    else if (name === 'p') {
      isInParagraph = true
      text = ''
      hasMark = false
      level = 0
    }
  }

  function end(name: string): void {
    if (name === 't') isText = false
    // Elements after a shape, such as a table, are not in its placeholder.
    else if (name === 'sp' || name === 'graphicFrame') placeholder = ''
    else if (name === 'tc') writer.endCell()
    else if (name === 'tr') writer.endRow()
    else if (name === 'tbl') writer.endTable()
    else if (name === 'p') {
      isInParagraph = false
      if (placeholder === 'sldNum') return
      if (['dt', 'ftr', 'hdr'].includes(placeholder)) {
        if (!said.has(text)) writer.block('paragraph', text)
        said.add(text)
      } else if (placeholder === 'title' || placeholder === 'ctrTitle') writer.heading(1, text)
      else writer.block(hasMark || level > 0 ? 'listItem' : 'paragraph', text)
    }
  }

  await readXml(archive.pieces(slide), {
    open(element) {
      if (!skipper.open(element) && !formula.open(element)) begin(element)
    },
    text(piece) {
      if (skipper.skipped() !== undefined || formula.text(piece)) return
      if (isText) text += piece
    },
    close(name) {
      if (skipper.close()) return
      const written = formula.close()
      if (typeof written === 'string') text += written
      else if (!written) end(name)
    },
    isDone: writer.isFull,
  })
  return references
}
