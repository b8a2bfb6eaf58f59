import { expect } from 'vitest'
import {
  createDocumentReader,
  type DocumentReader,
} from '../../../../src/main/knowledge/reading/createDocumentReader.ts'
import type { CutDocument, SkippedDocument } from '../../../../src/main/knowledge/readDocument.ts'
import { projectRoot } from '../../../../scripts/projectRoot.mjs'
import { join } from 'node:path'

/** Creates the reader whose thread runs from its source. */
export function documentReader(): DocumentReader {
  return createDocumentReader({
    entry: new URL('../../../../src/main/knowledge/reading/documentWorker.ts', import.meta.url),
    pdfium: join(projectRoot, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
  })
}

/** Checks that a document was read, and that all its offsets lie within its text and rise. */
export function expectDocument(read: CutDocument | SkippedDocument): CutDocument {
  if ('skipped' in read) throw new Error(`It was skipped: ${read.skipped}`)
  const { text, passages, pages, lines } = read
  expect(text.isWellFormed()).toBe(true)
  let last = 0
  for (const { start, end } of passages) {
    expect(text.slice(last, start).trim()).toBe('')
    expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
    expect(end).toBeGreaterThan(start)
    last = end
  }
  expect(text.slice(last).trim()).toBe('')
  pages.reduce((before, { start }) => {
    expect(start).toBeGreaterThanOrEqual(before)
    expect(start).toBeLessThanOrEqual(text.length)
    return start
  }, 0)
  lines.starts.reduce((before, start, at) => {
    expect(start).toBeGreaterThanOrEqual(before)
    expect(lines.ends[at]).toBeGreaterThan(start)
    expect(lines.ends[at]).toBeLessThanOrEqual(text.length)
    return start
  }, 0)
  expect(lines.boxes).toHaveLength(lines.starts.length * 4)
  return read
}
