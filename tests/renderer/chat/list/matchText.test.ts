import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchText } from '../../../../src/renderer/chat/list/matchText.ts'

function marked(text: string, query: string): string {
  return matchText(text, query)
    .map((piece) => (piece.matches ? `[${piece.text}]` : piece.text))
    .join('')
}

test.each([
  ['Planning a week in Lisbon', 'week LIS', 'Planning a [week] in [Lis]bon'],
  ['Une crème brûlée', 'creme', 'Une [crème] brûlée'],
  ['日本語の文章', '文章', '日本語の[文章]'],
  ['a+b=c (x)', '(x) a+b', '[a+b]=c ([x])'],
  ['other the', 'the', 'other [the]'],
  ['can’t cant', "can't", '[can’t] cant'],
  ['C, C++ and Cat', 'C++', 'C, [C++] and Cat'],
  ['我用Python写', 'python', '我用[Python]写'],
  ['ﾃｽﾄ', 'テスト', '[ﾃｽﾄ]'],
  ['I ❤️ it 👍🏽', '❤ 👍', 'I [❤]️ it [👍]🏽'],
  ['a # b', '#', 'a [#] b'],
  ['nothing here', 'absent', 'nothing here'],
  ['blank', '   ', 'blank'],
])('in %j, %j is found', (text, query, result) => {
  expect(marked(text, query)).toBe(result)
})

test('whatever is searched for, the text stays whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
      expect(
        matchText(text, query)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
