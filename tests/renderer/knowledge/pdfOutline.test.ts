import { expect, test } from 'vitest'
import { readOutline, type OutlineNode } from '../../../src/renderer/knowledge/viewer/pdfOutline.ts'

function heading(title: string, dest: string | null, items: OutlineNode[] = []): OutlineNode {
  return { title, dest, items }
}

const read = (outline: OutlineNode[] | null) =>
  readOutline({ getOutline: () => Promise.resolve(outline) })

test('headings come in order, each with the one above it', async () => {
  const outline = [
    heading('One', 'a', [heading('One \n point one', 'b', [heading('Deep', 'c')])]),
    heading('Two', 'd'),
  ]
  expect(await read(outline)).toEqual([
    { title: 'One', parent: undefined, destination: 'a' },
    { title: 'One point one', parent: 'One', destination: 'b' },
    { title: 'Deep', parent: 'One point one', destination: 'c' },
    { title: 'Two', parent: undefined, destination: 'd' },
  ])
})

test('what leads nowhere in the document is left out, what is below it is not', async () => {
  const outline = [heading('A link', null, [heading('Below', 'a')]), heading('  ', 'b')]
  expect(await read(outline)).toEqual([{ title: 'Below', parent: 'A link', destination: 'a' }])
  expect(await read(null)).toEqual([])
  const failing = { getOutline: () => Promise.reject(new Error('damaged')) }
  expect(await readOutline(failing)).toEqual([])
})

test('an outline without end is cut off', async () => {
  const outline = Array.from({ length: 10_000 }, (_, index) => heading(String(index), 'a'))
  expect(await read(outline)).toHaveLength(2000)
})
