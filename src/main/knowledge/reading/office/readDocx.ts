import type { ReadDocument } from '../../readDocument.ts'
import type { Archive } from '../archives/openArchive.ts'
import { archiveTitle, relations } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import { readChart } from './readChart.ts'
import { readDiagram } from './readDiagram.ts'
import { readNumbering } from './readNumbering.ts'
import { readWordPart, type WordContext } from './readWordPart.ts'
import { readWordStyles } from './wordStyles.ts'

const notes = ['word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml']

/**
 * Reads a Word document: what stands at the head of its pages once, its text with the numbers of its
 * clauses, what stands at their foot once, and its notes. Errors: documentDamaged, documentTooLarge,
 * documentEncrypted.
 */
export async function readDocx(archive: Archive, main: string): Promise<ReadDocument> {
  const styles = await readWordStyles(archive)
  const numbering = await readNumbering(archive, (style) => styles(style).listId)
  const context = { styles, numbering }
  const writer = createDocumentWriter()
  const related = [...(await relations(archive, main)).values()]
  const named = (kind: RegExp): string[] => related.filter((name) => kind.test(name))
  await writeOnce(archive, named(/(?:^|\/)header\d*\.xml$/), context, writer)
  await readWithDrawings(archive, main, context, writer)
  await writeOnce(archive, named(/(?:^|\/)footer\d*\.xml$/), context, writer)
  for (const part of notes) await readWordPart(archive, part, context, writer)
  return writer.finish(await archiveTitle(archive, 'docProps/core.xml'))
}

async function readWithDrawings(
  archive: Archive,
  part: string,
  context: WordContext,
  writer: DocumentWriter,
): Promise<void> {
  const { charts, diagrams } = await readWordPart(archive, part, context, writer)
  if (charts.length + diagrams.length === 0) return
  const related = await relations(archive, part)
  for (const id of charts) await readChart(archive, related.get(id), writer)
  for (const id of diagrams) await readDiagram(archive, related.get(id), writer)
}

/** Writes the heads or feet of pages. Sections, first and even pages often repeat the same one. */
async function writeOnce(
  archive: Archive,
  parts: readonly string[],
  context: WordContext,
  writer: DocumentWriter,
): Promise<void> {
  const written = new Set<string>()
  for (const part of parts) {
    const own = createDocumentWriter()
    await readWordPart(archive, part, context, own)
    const { text, omissions } = own.finish(null)
    if (written.has(text)) continue
    written.add(text)
    writer.block('paragraph', text)
    for (const omission of omissions) writer.omit(omission)
  }
}
