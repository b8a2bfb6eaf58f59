import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Inline } from '../../../../../src/renderer/markdown/syntax/tree.ts'
import { read, readInlines } from './readInlines.ts'

describe('references', () => {
  test.each([
    ['as said[^note].', 'as said<sup>NOTE</sup>.'],
    ['so it is![^note]', 'so it is!<sup>NOTE</sup>'],
    ['[^other] and [^a b]', '[^other] and [^a b]'],
    ['it is so[1][2].', 'it is so<cite>1</cite><cite>2</cite>.'],
    ['so it is![1]', 'so it is!<cite>1</cite>'],
    ['a[3] and a[x]', 'a[3] and a[x]'],
    ['[1](/u) and `[1]` and \\[1]', '<a href="/u">1</a> and <code>[1]</code> and [1]'],
    [
      '[Home], [home][], [there][home]',
      '<a href="/home">Home</a>, <a href="/home">home</a>, <a href="/home">there</a>',
    ],
  ])('%j', (text, html) => {
    expect(read(text)).toBe(html)
  })
})

describe('GitHub', () => {
  test.each([
    ['~~gone~~ and ~gone~', '<del>gone</del> and <del>gone</del>'],
    ['~~~no~~~ and ~~no~', '~~~no~~~ and ~~no~'],
    ['see www.a.org/x.', 'see <a href="http://www.a.org/x">www.a.org/x</a>.'],
    ['(https://a.org/b_(c))', '(<a href="https://a.org/b_(c)">https://a.org/b_(c)</a>)'],
    ['https://a.org?q=1&amp;', '<a href="https://a.org?q=1">https://a.org?q=1</a>&amp;'],
    ['**https://a.org**', '<strong><a href="https://a.org">https://a.org</a></strong>'],
    ['见https://a.org。好', '见<a href="https://a.org">https://a.org</a>。好'],
    ['[https://a.org] is', '[<a href="https://a.org">https://a.org</a>] is'],
    ['[https://a.org](/b)', '<a href="/b">https://a.org</a>'],
    ['[*www.a.org*](/b)', '<a href="/b"><em>www.a.org</em></a>'],
    ['me+you@a.org, a@b', '<a href="mailto:me+you@a.org">me+you@a.org</a>, a@b'],
    ['`https://a.org` xhttps://a.org', '<code>https://a.org</code> xhttps://a.org'],
  ])('%j', (text, html) => {
    expect(read(text)).toBe(html)
  })
})

describe('TeX', () => {
  const formulas = (inlines: readonly Inline[]): unknown[] =>
    inlines.flatMap((inline) => (inline.type === 'math' ? [[inline.tex, inline.display]] : []))

  test.each([
    [
      'Let $x$ be \\(y\\).',
      [
        ['x', false],
        ['y', false],
      ],
    ],
    [
      'so \\[ x \\] and $$ y $$',
      [
        ['x', true],
        ['y', true],
      ],
    ],
    ['the $\\alpha$-helix', [['\\alpha', false]]],
    ['`$a$` and $b$', [['b', false]]],
    [
      '$a*b$ and $c*d$',
      [
        ['a*b', false],
        ['c*d', false],
      ],
    ],
    ['$2 \\times 3$', [['2 \\times 3', false]]],
    ['\\(a \\(b\\)', [['b', false]]],
  ])('%j holds it', (text, expected) => {
    expect(formulas(readInlines(text))).toEqual(expected)
  })

  test.each([
    'It costs $5 and $10.',
    '$100 to $200',
    'use $PATH or $HOME',
    '$5 or less in US$',
    'an escaped \\$x\\$',
    '`` ` $x$ ``',
    'an array[\\(',
    'a link\\[\\]',
    'no dollar at all',
  ])('%j holds none', (text) => {
    expect(formulas(readInlines(text))).toEqual([])
  })
})

test('neighbouring texts are one', () => {
  expect(readInlines('a \\* b &amp; [c] ! d_e')).toEqual([
    { type: 'text', text: 'a * b & [c] ! d_e' },
  ])
})

test('a space that does not break stays at the end', () => {
  expect(readInlines('a\u00a0 \t')).toEqual([{ type: 'text', text: 'a\u00a0' }])
})

test('what is nested too deep is shown plain', () => {
  const depthOf = (inlines: readonly Inline[]): number =>
    Math.max(
      0,
      ...inlines.map((inline) => ('children' in inline ? 1 + depthOf(inline.children) : 0)),
    )
  const html = read(`${'*a **b '.repeat(500)}${'** *'.repeat(500)}`)
  expect(html).toContain('b')
  expect(depthOf(readInlines('*a **b '.repeat(500) + 'c** d* '.repeat(500)))).toBe(100)
})

const piece = fc.constantFrom(
  ...['*', '**', '_', '~~', '`', '``', '[', '](', ')', ']', '![', '<', '>', '<a b="', '&', '&amp;'],
  ...[
    '$',
    '$$',
    '\\',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '[^note]',
    '[1]',
    '[home]',
    '!',
    '\n',
    '  \n',
    ' ',
  ],
  ...[
    'a',
    'word',
    '2',
    '。',
    '字',
    '👩‍👩‍👧',
    '\ud800',
    'www.a.org',
    'https://a.org',
    'a@b.org',
    '"',
    "'",
    '(',
    ':',
  ],
)
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

test('no text is refused, growing or not', () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, growing) => {
      const inlines = readInlines(text, growing)
      const isMerged = inlines.every(
        ({ type }, index) => type !== 'text' || inlines[index + 1]?.type !== 'text',
      )
      expect(isMerged).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('no link is within another', () => {
  const hasLink = (inlines: readonly Inline[]): boolean =>
    inlines.some(
      (inline) => inline.type === 'link' || ('children' in inline && hasLink(inline.children)),
    )
  const isFlat = (inlines: readonly Inline[]): boolean =>
    inlines.every((inline) => {
      if (!('children' in inline)) return true
      return isFlat(inline.children) && !(inline.type === 'link' && hasLink(inline.children))
    })
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isFlat(readInlines(text))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
