import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBlockParser } from '../../../../../src/renderer/markdown/syntax/blocks/blockParser.ts'
import { parseBlocks } from './parseBlocks.ts'

/** Pieces of marks, combined in ways that nobody writes. */
const piece = fc.constantFrom(
  ...[
    'a',
    'x\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\0',
    '😀',
    '> ',
    '- ',
    '+ ',
  ],
  ...['1. ', '2) ', '# ', '---', '===', '```', '```\n', '~~~', '|', '| a | b |\n', '|---|---|\n'],
  ...[
    '|a|\n|-|\n',
    ':-',
    '[ ] ',
    '[x] ',
    '[^1]: ',
    '[a]: /u',
    '[a]',
    '"t"',
    "'",
    '(t',
    '> [!NOTE]\n',
  ],
  ...[
    '$$',
    '$$\n',
    '\\[',
    '\\]\n',
    'x^2',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '<',
  ],
  ...['<details>\n', '</details>\n', '<summary>s</summary>\n', '*', '_', '`', '~', '\\', '#', '='],
)

test('a text shows the same, whatever it was cut into on the way', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(3), (pieces, extra) => {
      const text = pieces.join('')
      const grown = createBlockParser()
      for (let end = 0; end < text.length;) {
        // Every other piece is a single code unit, so that cuts hit line ends and surrogates too.
        const next = end + 1 + (end % 2) * extra
        grown.append(text.slice(end, next))
        end = next
        const fresh = createBlockParser()
        fresh.append(text.slice(0, end))
        expect(grown.document).toEqual(fresh.document)
        expect(grown.links).toEqual(fresh.links)
        expect(grown.footnotes).toEqual(fresh.footnotes)
      }
    }),
    { numRuns: 400 },
  )
})

test('a line ends alike with each kind of line end', () => {
  for (const text of ['a\n\nb\n', '```\n\nx\n\n', '- a\n\n\n  b\n', '<pre>\n\nx\n']) {
    const { document } = parseBlocks(text)
    for (const lineEnd of ['\r', '\r\n']) {
      const other = text.replaceAll('\n', lineEnd)
      expect(parseBlocks(other).document).toEqual(document)
      expect(parseBlocks(...other.split('')).document).toEqual(document)
    }
  }
})
