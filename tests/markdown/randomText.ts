import fc from 'fast-check'

const marks = [
  ...'*_~`[]()!<>#-+=|:\\$&^"\'/@.{}\n\n\n  \t123a'.split(''),
  'é',
  '👩🏽‍🚀',
  'ب',
  '**',
  '```',
  '$$',
  '](',
  '\r\n',
  '  \n',
  '\n    ',
  '\n> ',
  '\n- ',
  '\n1. ',
  '\n\n',
  '[^a]',
  '[^a]: ',
  '|-|\n',
  '<b>',
  '</b>',
  '<!--',
  '-->',
  '&amp;',
  '\u200f',
]

const noise = fc.array(fc.constantFrom(...marks), { maxLength: 12 }).map((each) => each.join(''))

const indents = ['> ', '- ', '  ', '    ', '1. ', '\t', '>'] as const

/** Each line of a text within a quote, a list or the like. */
const indented = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...indents), text).map(([indent, inner]) => {
    const continued = /\d|-/.test(indent) ? ' '.repeat(indent.length) : indent
    return `${indent}${inner.split('\n').join(`\n${continued}`)}\n`
  })

/** A text out of fragments, some within others, some broken off, with noise in between. */
export function randomText(fragments: readonly string[]): fc.Arbitrary<string> {
  const fragment = fc.constantFrom(...fragments)
  const broken = fc
    .tuple(fragment, fc.nat({ max: 200 }))
    .map(([text, end]) => text.slice(0, end % (text.length + 1)))
  const { text } = fc.letrec<{ part: string; text: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3 },
      { arbitrary: fragment, weight: 5 },
      { arbitrary: broken, weight: 2 },
      { arbitrary: noise, weight: 2 },
      { arbitrary: indented(tie('text')), weight: 2 },
    ),
    text: fc.array(tie('part'), { maxLength: 6 }).map((parts) => parts.join('')),
  }))
  return text
}

/** The text in pieces that end anywhere, within a character too. */
export const randomPieces = (text: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.tuple(text, fc.array(fc.nat(), { maxLength: 14 })).map(([whole, places]) => {
    const ends = new Set(places.map((place) => place % (whole.length + 1)))
    const sorted = [...ends, 0, whole.length].toSorted((first, second) => first - second)
    return sorted.slice(1).map((end, index) => whole.slice(sorted[index], end))
  })
