import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPassages, usualCut } from '../../../../src/main/knowledge/cutting/cutPassages.ts'
import { textSize } from '../../../../src/main/knowledge/cutting/textSize.ts'
import type { DocumentBlock, Passage } from '../../../../src/main/knowledge/readDocument.ts'
import { codeBlocks } from '../../../../src/main/knowledge/reading/codeBlocks.ts'
import { markdownBlocks } from '../../../../src/main/knowledge/reading/markdownBlocks.ts'
import { plainBlocks } from '../../../../src/main/knowledge/reading/plainBlocks.ts'
import { languageSamples } from './languageSamples.ts'

const cut = (text: string, blocks: DocumentBlock[], size = usualCut.size): Passage[] =>
  cutPassages({ text, blocks, pages: [] }, { size, maximum: Math.ceil(size * 1.4) })

const texts = (text: string, passages: readonly Passage[]): string[] =>
  passages.map(({ start, end }) => text.slice(start, end))

/** Every character but white space is in exactly one passage, and no passage is too large. */
function expectWhole(text: string, passages: readonly Passage[], size: number): void {
  let last = 0
  for (const { start, end } of passages) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThan(start)
    expect(text.slice(last, start).trim()).toBe('')
    const passage = text.slice(start, end)
    expect(passage).toBe(passage.trim())
    expect(textSize(passage)).toBeLessThanOrEqual(Math.ceil(size * 1.4))
    expect(passage.isWellFormed()).toBe(true)
    last = end
  }
  expect(text.slice(last).trim()).toBe('')
}

const words = fc.oneof(
  fc.constantFrom(
    '# Title',
    '## Part',
    '- item',
    '| a | b |',
    '|---|---|',
    '```',
    'a. b. c.',
    '===',
    '---',
    '你好。',
    'مرحبا؟ ',
  ),
  fc.constantFrom(
    'word ',
    'Dr. Who ',
    '\n',
    '\n\n',
    '\n    ',
    '🧑‍🚀',
    'e\u0301',
    ' ',
    'x'.repeat(300),
  ),
  fc.string({ unit: 'grapheme' }),
)
const anyText = fc.array(words, { maxLength: 60 }).map((parts) => parts.join('').toWellFormed())

test.each([
  ['plain text', plainBlocks],
  ['Markdown', markdownBlocks],
  ['code', codeBlocks],
])('passages of %s are slices that hold the whole text', (_name, blocksOf) => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 40, max: 500 }), (text, size) => {
      const blocks = blocksOf(text)
      let last = 0
      for (const { start, end } of blocks) {
        expect(text.slice(last, start).trim()).toBe('')
        last = end
      }
      expectWhole(text, cut(text, blocks, size), size)
    }),
    { numRuns: 500 },
  )
})

test('a passage begins at a heading, and knows the headings above it', () => {
  const body = 'Some words about the matter at hand. '.repeat(12)
  const text = `# Guide\n\n${body}\n\n## Install\n\n${body}\n\n### Linux\n\n${body}\n\n## Use\n\n${body}`
  const passages = cut(text, markdownBlocks(text))
  expect(passages.map(({ headings }) => headings)).toEqual([
    [],
    ['Guide'],
    ['Guide', 'Install'],
    ['Guide'],
  ])
  expect(texts(text, passages).map((passage) => passage.split('\n')[0])).toEqual([
    '# Guide',
    '## Install',
    '### Linux',
    '## Use',
  ])
})

test('small subsections are joined with the heading above them', () => {
  const text = '# Keys\n\n## Copy\n\nPress C.\n\n## Paste\n\nPress V.\n'
  expect(texts(text, cut(text, markdownBlocks(text)))).toEqual([text.trim()])
})

test('a long paragraph is cut between sentences', () => {
  const sentence = 'The harbour of the old town closes at dusk, and nobody knows quite why. '
  const text = sentence.repeat(80).trim()
  const passages = texts(text, cut(text, plainBlocks(text)))
  expect(passages.length).toBeGreaterThan(3)
  for (const passage of passages) expect(passage).toMatch(/^The harbour[^]*why\.$/)
})

test.each(Object.entries(languageSamples))('%s is cut between sentences', (_language, sample) => {
  const text = `${sample.sentences.join(sample.gap)}${sample.gap}`.repeat(60).trim()
  const passages = cut(text, plainBlocks(text))
  expect(passages.length).toBeGreaterThan(1)
  for (const passage of texts(text, passages)) {
    expect(sample.sentences.some((sentence) => passage.startsWith(sentence))).toBe(true)
    expect(sample.sentences.some((sentence) => passage.endsWith(sentence))).toBe(true)
  }
})

test('each part of a long table has the head as its context', () => {
  const rows = Array.from({ length: 200 }, (_, row) => `| ${String(row)} | some value of it |`)
  const text = ['| Number | Value |', '|---|---|', ...rows].join('\n')
  const passages = cut(text, markdownBlocks(text))
  expect(passages.length).toBeGreaterThan(2)
  expect(passages[0]?.context).toBe('')
  for (const { start, end, context } of passages.slice(1)) {
    expect(context).toBe('| Number | Value |\n|---|---|')
    expect(text.slice(start, end)).toMatch(/^\| \d+ \|[^]*\|$/)
  }
})

test('code is cut between its blocks, and a part of a long one names it', () => {
  const small = (name: string): string => `function ${name}() {\n  return 1\n}\n`
  const long = `function long() {\n${'  work(1)\n\n'.repeat(200)}}\n`
  const text = `${small('first')}\n${small('second')}\n${long}\n${small('last')}`
  const passages = cut(text, codeBlocks(text))
  expect(texts(text, passages)[0]).toBe(`${small('first')}\n${small('second')}`.trim())
  expect(passages[1]?.context).toBe('')
  expect(passages[2]?.context).toBe('function long() {')
})

test('an endless line, a heading included, is cut into passages', () => {
  const text = `# ${'x'.repeat(20_000)}`
  expectWhole(text, cut(text, markdownBlocks(text)), usualCut.size)
})

test('a passage knows its page', () => {
  const paragraph = `${'Words of a page. '.repeat(70).trim()}\n\n`
  const text = paragraph.repeat(3)
  const pages = [0, 1, 2].map((page) => ({ start: page * paragraph.length, width: 1, height: 1 }))
  const passages = cutPassages({ text, blocks: plainBlocks(text), pages })
  expect(passages.map(({ page }) => page)).toEqual([1, 2, 3])
})
