import { createHash, randomUUID } from 'node:crypto'
import type { LinePlaces, Passage } from '../../../../src/main/knowledge/readDocument.ts'
import type { IndexedSource } from '../../../../src/main/knowledge/store/knowledgeStore.ts'

const linesPerPage = 40

/** Returns a source whose passages are the paragraphs of a text, with its lines on pages. */
export function testSource(
  baseId: string,
  text: string,
  more: Partial<IndexedSource> = {},
): IndexedSource {
  return {
    id: randomUUID(),
    baseId,
    folderId: null,
    kind: 'file',
    name: 'letter.txt',
    mediaType: 'text/plain',
    changedAt: 1,
    sha256: createHash('sha256').update(text).digest('hex'),
    document: { text, pages: [], lines: linesOf(text) },
    passages: paragraphsOf(text),
    ...more,
  }
}

function paragraphsOf(text: string): Passage[] {
  const rest = { page: 1, headings: ['Chapter'], context: '' }
  return Array.from(text.matchAll(/[^\n]+/g), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    ...rest,
  }))
}

function linesOf(text: string): LinePlaces {
  const lines = Array.from(text.matchAll(/[^\n]+/g))
  return {
    starts: Uint32Array.from(lines, ({ index }) => index),
    ends: Uint32Array.from(lines, ({ 0: found, index }) => index + found.length),
    pages: Uint32Array.from(lines, (_, index) => Math.floor(index / linesPerPage) + 1),
    boxes: Float32Array.from(
      lines.flatMap((_, index) => [72, (index % linesPerPage) * 12, 400, 12]),
    ),
  }
}
