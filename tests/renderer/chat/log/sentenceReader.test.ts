import { expect, test } from 'vitest'
import { createSentenceReader } from '../../../../src/renderer/chat/log/sentenceReader.ts'

const names = {
  code: 'Code.',
  table: 'Table.',
  formula: 'formula',
  diagram: 'Diagram.',
  image: 'image',
}

function readOut(source: string, step: number): string[] {
  const reader = createSentenceReader(names)
  const spoken: string[] = []
  for (let length = step; length < source.length; length += step) {
    const taken = reader.take(source.slice(0, length), false)
    if (taken) spoken.push(taken)
  }
  const rest = reader.take(source, true)
  return rest ? [...spoken, rest] : spoken
}

test('sentences are read out when they have ended, each once', () => {
  const source = 'This is one. Here is another! And what is this? The end'
  for (const step of [1, 3, 10]) expect(readOut(source, step).join(' ')).toBe(source)
  expect(readOut(source, 1)[0]).toBe('This is one.')
})

test('nothing is read out in the middle of a sentence', () => {
  expect(createSentenceReader(names).take('This is not yet', false)).toBe('')
})

test('what was marked is read out without its marks, whatever the pieces it comes in', () => {
  const source = [
    '## The *plan*',
    '',
    'See [the site](https://example.org), **now** [1][^n]. It has `code`',
    'in it.',
    '',
    '- One.',
    '- [ ] Two. Three',
    '',
    '> Quoted.',
    '',
    '```js',
    'x.y = 1. + 2.',
    '```',
    '',
    '| a | b |',
    '| - | - |',
    '| 1. | 2. |',
    '',
    'Now $a. b$ and ![a cat](https://example.org/cat.png).',
    '',
    '[^n]: A note.',
  ].join('\n')
  const heard =
    'The plan See the site, now . It has code in it. One. Two. Three Quoted. Code. Table. Now formula and a cat.'
  for (const step of [1, 7, 40, source.length]) {
    expect(readOut(source, step).join(' ').replaceAll(/\s+/g, ' ')).toBe(heard)
  }
})

test('a sentence with no end in sight is read out in parts', () => {
  const source = 'word '.repeat(200)
  const spoken = readOut(source, 50)
  expect(spoken.length).toBeGreaterThan(1)
  expect(spoken.join(' ')).toBe(source.trim())
})

test('sentences of other scripts end as well', () => {
  expect(readOut('これは文です。次の文です。', 1)).toEqual(['これは文です。', '次の文です。'])
})

test('a text in place of another is read out from its beginning', () => {
  const reader = createSentenceReader(names)
  expect(reader.take('The user asks. So I', false)).toBe('The user asks.')
  expect(reader.take('', false)).toBe('')
  expect(reader.take('It is 391. The end', true)).toBe('It is 391. The end')
})

test('a sentence that grows is not read out at an abbreviation or an ordinal', () => {
  const source =
    'Er kam am 3. Oktober. J. R. R. Tolkien traf z. B. Dr. Müller. Kapitel 3. Teil eins.'
  for (const step of [1, 2, 5]) {
    expect(readOut(source, step)).toEqual([
      'Er kam am 3. Oktober.',
      'J. R. R. Tolkien traf z. B. Dr. Müller.',
      'Kapitel 3. Teil eins.',
    ])
  }
})
