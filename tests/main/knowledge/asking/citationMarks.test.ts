import { describe, expect, test } from 'vitest'
import {
  createMarkWriter,
  rewriteMarks,
  type Renumber,
} from '../../../../src/main/knowledge/asking/citationMarks.ts'

/** Numbers the passages 1 to 9 as they come. */
function inOrder(): Renumber {
  const numbers = new Map<number, number>()
  return (given) => {
    if (given > 9) return undefined
    const number = numbers.get(given) ?? numbers.size + 1
    numbers.set(given, number)
    return number
  }
}

/** Writes the text in pieces of one length. */
function inPieces(text: string, length: number): string {
  const writer = createMarkWriter(inOrder())
  let written = ''
  for (let at = 0; at < text.length; at += length)
    written += writer.push(text.slice(at, at + length))
  return written + writer.end()
}

const cases: [string, string, string][] = [
  ['marks are numbered as they come', 'A [7]. B [3][7].', 'A [1]. B [2][1].'],
  ['lists of numbers are marks', 'A [3, 5;3]', 'A [1][2]'],
  ['ranges are marks', 'A [2-4] B [5–6]', 'A [1][2][3] B [4][5]'],
  ['full-width brackets are marks', '甲【4】乙［5］【4†source】', '甲[1]乙[2][1]'],
  ['unknown numbers stay', 'A [12] [2024] [0] [7]', 'A [12] [2024] [0] [1]'],
  ['known numbers of a list count', 'A [3, 42]', 'A [1]'],
  [
    'links and definitions stay',
    '[3](https://a.example) [4]: x\n[5]',
    '[3](https://a.example) [4]: x\n[1]',
  ],
  ['escapes stay', 'A \\[3] [4]', 'A \\[3] [1]'],
  ['code stays', 'Use `array[3]` and ``a ` b[4]`` [5]', 'Use `array[3]` and ``a ` b[4]`` [1]'],
  ['an open backtick is text', 'A ` b [5]', 'A ` b [1]'],
  ['a backtick ends with its paragraph', 'A ` b [5]\n\nc ` [6]', 'A ` b [1]\n\nc ` [2]'],
  ['fenced code stays', 'A [5]\n```js\nx[3]\n\n``` \ny [6]', 'A [1]\n```js\nx[3]\n\n``` \ny [2]'],
  [
    'longer fences end with their like',
    '````\n```\nx[3]\n```\n````\n[4]',
    '````\n```\nx[3]\n```\n````\n[1]',
  ],
  ['fences in items stay', '1. ~~~\n   x[3]\n   ~~~\n2. [4]', '1. ~~~\n   x[3]\n   ~~~\n2. [1]'],
  ['indented code stays', 'A\n\n    x[3]\n\n    y[4]\nB [5]', 'A\n\n    x[3]\n\n    y[4]\nB [1]'],
  ['items are text', '- A\n\n    more [3]\n    - B [4]', '- A\n\n    more [1]\n    - B [2]'],
  [
    'formulas stay',
    'so $x[3]$ and $$y[4]$$ and \\(z[5]\\) [6]',
    'so $x[3]$ and $$y[4]$$ and \\(z[5]\\) [1]',
  ],
  ['prices are text', 'from $5 [3] to $6 [4]', 'from $5 [1] to $6 [2]'],
  [
    'marks in quotes, headings and tables',
    '> A [3]\n# B [4]\n| [5] | x |',
    '> A [1]\n# B [2]\n| [3] | x |',
  ],
]

describe('marks of passages', () => {
  test.each(cases)('%s', (_name, text, expected) => {
    expect(rewriteMarks(text, inOrder())).toBe(expected)
  })

  test.each(cases)('%s, however the text arrives', (_name, text, expected) => {
    for (const length of [1, 2, 3, 5, 8]) expect(inPieces(text, length)).toBe(expected)
  })

  test('the words before a mark are not held back', () => {
    const writer = createMarkWriter(inOrder())
    expect(writer.push('The ')).toBe('The ')
    expect(writer.push('notice is 30 days [')).toBe('notice is 30 days ')
    expect(writer.push('4]')).toBe('')
    expect(writer.push('.')).toBe('[1].')
  })

  test('little is held back of code without an end', () => {
    const writer = createMarkWriter(inOrder())
    let shown = ''
    for (let at = 0; at < 1000; at += 1) shown += writer.push('` x ')
    expect(shown.length).toBeGreaterThan(3000)
    const line = createMarkWriter(inOrder())
    expect(line.push('```\n') + line.push('a'.repeat(5000))).toHaveLength(5004)
  })

  test('a rewritten text can be turned back', () => {
    const given = new Map<number, number>()
    const numbers = inOrder()
    const shown = rewriteMarks('A [7] `x[1]` B [3]', (number) => {
      const shownAs = numbers(number)
      if (shownAs !== undefined) given.set(shownAs, number)
      return shownAs
    })
    expect(shown).toBe('A [1] `x[1]` B [2]')
    expect(rewriteMarks(shown, (number) => given.get(number))).toBe('A [7] `x[1]` B [3]')
  })
})
