import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignTexts } from '../../../src/renderer/knowledge/viewer/alignTexts.ts'

/** Returns what is marked of the drawn text for a part of its source. */
function marked(source: string, drawn: string, part: string): string | undefined {
  const start = source.indexOf(part)
  if (start === -1) throw new Error('The source has no such part')
  const range = alignTexts(source, drawn)({ start, end: start + part.length })
  return range && drawn.slice(range.start, range.end)
}

test.each([
  ['a paragraph', '# Pump\n\nIt **starts** at noon.\n', 'Pump\nIt starts at noon.\n'],
  ['a list', '- It _starts_ at noon.\n- Then rest.', 'It starts at noon.\nThen rest.\n'],
  ['a link', 'See [It starts](https://it.starts/at) at noon.', 'See It starts at noon.\n'],
  ['entities', 'Tom &amp; Ann: It starts at noon. &copy;', 'Tom & Ann: It starts at noon. ©\n'],
  ['a tag', '<p class="it">It starts <b>at</b> noon.</p>', 'It starts at noon.\n'],
  ['a quotation', '> It starts\n> at noon.', 'It starts\nat noon.\n'],
])('a passage is found in the drawn text of %s', (_what, source, drawn) => {
  const start = source.search(/(\[)?It [*_]*starts/)
  const passage = source.slice(start, source.indexOf('noon.') + 5)
  expect(marked(source, drawn, passage)?.replaceAll('\n', ' ')).toBe('It starts at noon.')
})

test('of equal passages the right one is marked', () => {
  const source = 'The door.\n\n**The** door.\n\nThe door.'
  const drawn = 'The door.\nThe door.\nThe door.\n'
  const placeOf = alignTexts(source, drawn)
  expect(placeOf({ start: 11, end: 24 })).toEqual({ start: 10, end: 19 })
  expect(placeOf({ start: 26, end: 35 })).toEqual({ start: 20, end: 29 })
})

test('what follows an address of 10,000 letters is found', () => {
  const address = `data:image/png;base64,${'abcdefghij'.repeat(1000)}`
  const source = `![A picture](${address})\n\nThe red door of the house is open today.`
  const drawn = 'The red door of the house is open today.\n'
  expect(marked(source, drawn, 'The red door of the house')).toBe('The red door of the house')
})

test('what is not drawn as text has no place', () => {
  const source = 'Before.\n\n```mermaid\ngraph TD; Anna-->Bela; Bela-->Carl\n```\n\nAfter.'
  expect(marked(source, 'Before.\nAfter.\n', 'graph TD; Anna-->Bela; Bela-->Carl')).toBeUndefined()
  expect(marked(source, 'Before.\nAfter.\n', 'After.')).toBe('After.')
})

test('Chinese, accents and pairs of units keep their places', () => {
  const source = '公司在**北京**签署了合同。\n\nÉlan 🚀 _İzmir_ straße.'
  const drawn = '公司在北京签署了合同。\nÉlan 🚀 İzmir straße.\n'
  expect(marked(source, drawn, '公司在**北京**签署了合同。')).toBe('公司在北京签署了合同。')
  expect(marked(source, drawn, 'Élan 🚀 _İzmir_ straße.')).toBe('Élan 🚀 İzmir straße.')
})

test('words between any marks are found where they are', () => {
  const word = fc.stringMatching(/^[a-d]{1,4}$/)
  const gap = fc.constantFrom(' ', ' **', '** ', ' `', '` ', '\n\n', ' [', '](#) ', '\n- ')
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 40 }), (parts) => {
      let source = ''
      let drawn = ''
      const places = parts.map(([text, between]) => {
        const place = { source: source.length, drawn: drawn.length, length: text.length }
        source += text + between
        drawn += text + (between.includes('\n') ? '\n' : ' ')
        return place
      })
      const placeOf = alignTexts(source, drawn)
      for (const place of places) {
        const range = { start: place.source, end: place.source + place.length }
        expect(placeOf(range)).toEqual({ start: place.drawn, end: place.drawn + place.length })
      }
    }),
  )
})
