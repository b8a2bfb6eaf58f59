import { expect, test } from 'vitest'
import { createSpeakableReader } from '../../../src/renderer/markdown/speakableReader.ts'
import { createBlockParser } from '../../../src/renderer/markdown/syntax/blocks/blockParser.ts'

const names = {
  code: 'Code',
  table: 'Table',
  formula: 'formula',
  diagram: 'Diagram',
  image: 'image',
}

test('a sentence knows its block, and its place in the plain text of that', () => {
  const parser = createBlockParser()
  const { document, links } = parser
  const reader = createSpeakableReader({ document, links, names })
  parser.append('# Title\n\nFirst **bold** one. Second one.\n')
  parser.end()
  const [title, first, second] = reader.take(true)
  expect(title).toMatchObject({ text: 'Title', block: document.children[0], start: 0, end: 5 })
  expect(first).toMatchObject({ block: document.children[1], start: 0, end: 15 })
  expect(second).toMatchObject({ text: 'Second one.', start: 16, end: 27 })
})

test('what has been taken is not looked at again', () => {
  const parser = createBlockParser()
  const { document, links } = parser
  const reader = createSpeakableReader({ document, links, names })
  parser.append('One.\n\nTwo.\n\n')
  expect(reader.take(false).map(({ text }) => text)).toEqual(['One.', 'Two.'])
  expect(reader.take(false)).toEqual([])
  parser.append('Three. Fo')
  expect(reader.take(false).map(({ text }) => text)).toEqual(['Three.'])
  parser.append('ur')
  parser.end()
  expect(reader.take(true).map(({ text }) => text)).toEqual(['Four'])
})
