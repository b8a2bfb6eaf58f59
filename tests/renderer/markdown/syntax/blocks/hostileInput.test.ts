import { describe, expect, test } from 'vitest'
import type { Block } from '../../../../../src/renderer/markdown/syntax/tree.ts'
import { parseBlocks } from './parseBlocks.ts'

const many = 500_000
const fill = (unit: string): string => unit.repeat(many / unit.length)

function depthOf(blocks: readonly Block[]): number {
  let depth = 0
  for (let level = blocks; level.length > 0; depth += 1) {
    level = level.flatMap((block) => ('children' in block ? block.children : []))
  }
  return depth
}

/** Work quadratic in these would take minutes, and recursion would overflow. */
describe('half a megabyte of', () => {
  test.each([
    ['spaces in a heading', `# a${fill(' ')}b`],
    ['marks in a heading', `# a${fill(' #')}b`],
    ['backticks', `${fill('`')}x\``],
    ['rules that are none', `${fill('- ')}a`],
    ['stars', `${fill('* ')}a`],
    ['quotes', `${fill('> ')}a`],
    ['numbers', `${fill('1. ')}a`],
    ['pipes', `a\n${fill('|')}\n${fill('|-')}`],
    ['wide rows', `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${fill('|\n')}`],
    ['attributes', `<a${fill(' b')}>`],
    ['brackets', fill('[')],
    ['definitions', fill('[a]: /u\n')],
    ['definitions in a line', fill('[a]:')],
    ['labels', fill('[a]:\n')],
    ['a title', `[a]: /u "${fill('x\n')}`],
    ['titles', fill('[a]: /u\n"')],
    ['a label', `[${fill('x\n')}`],
    ['parentheses', `[a]: ${fill('(')}`],
    ['blank lines', `    a\n${fill('\n')}    b`],
    ['blank lines of HTML', `<pre>\n${fill('\n')}b`],
    ['formulas', fill('$$\n')],
    ['open formulas', fill('\\[x_\n')],
    ['details', fill('<details>\n')],
    ['footnotes', fill('[^a]: ')],
    ['returns', fill('\r')],
    ['nothing', fill('\0')],
    ['deep lines', fill(`${'>'.repeat(99)}\n`)],
    ['spaces in deep items', `${'- '.repeat(49)}a\n${fill(' ')}b`],
    ['a setext heading', `${fill('a\n')}---`],
  ])('%s', (_, text) => {
    expect(depthOf(parseBlocks(text).document.children)).toBeLessThanOrEqual(101)
  })

  test('code, in pieces', () => {
    const pieces = Array.from({ length: 10_000 }, (_, index) => `${'x'.repeat(40)}${index}\n`)
    const [code] = parseBlocks('```\n', ...pieces).document.children
    expect(code?.type === 'code' && code.lines.length).toBe(10_000)
  })

  test('a line, in pieces', () => {
    const pieces = Array.from({ length: 5000 }, () => 'twenty characters xx')
    expect(parseBlocks(...pieces).document.children).toMatchObject([{ text: pieces.join('') }])
  })
})

test('no HTML begins where details are too deep, as their tags would nest all the same', () => {
  const { children } = parseBlocks(`${'<details open>\n\n'.repeat(1000)}word`).document
  const types = new Map<string, number>()
  for (let level: readonly Block[] = children; level.length > 0;) {
    for (const { type } of level) types.set(type, (types.get(type) ?? 0) + 1)
    level = level.flatMap((block) => ('children' in block ? block.children : []))
  }
  expect(types).toEqual(
    new Map([
      ['details', 99],
      ['paragraph', 902],
    ]),
  )
})

test.each([
  ['HTML', '<div>a</div>', 'html'],
  ['a quote', '> a', 'blockquote'],
])('%s after a block that is as deep as any begins as always', (_name, text, type) => {
  const { children } = parseBlocks(`${'- '.repeat(60)}word\n\n${text}`).document
  expect(children.map((block) => block.type)).toEqual(['list', type])
})
