import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import type { DocumentWriter } from '../documentWriter.ts'

/** Writes the texts of a SmartArt drawing, in the order in which they were typed. */
export async function readDiagram(
  archive: Archive,
  part: string | undefined,
  writer: DocumentWriter,
): Promise<void> {
  let text = ''
  let isText = false
  let hasText = false
  await readXml(archive.pieces(part ?? ''), {
    open({ name }) {
      isText = name === 't'
      if (name === 'p') text = ''
      else if (name === 'br') text += '\n'
    },
    text: (piece) => (text += isText ? piece : ''),
    close(name) {
      // A paragraph is within a `t` of the drawing, which holds its text's properties, too.
      if (name === 't') isText = false
      if (name !== 'p') return
      hasText ||= text.trim() !== ''
      writer.block('listItem', text)
      text = ''
    },
  })
  if (!hasText) writer.omit({ reason: 'drawing' })
}
