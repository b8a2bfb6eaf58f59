import { expect, test } from 'vitest'
import { takeSentences } from '../../../src/renderer/chat/sentences.ts'

function readOut(source: string, step: number): string[] {
  const spoken: string[] = []
  let end = 0
  for (let length = step; length < source.length; length += step) {
    const taken = takeSentences(source.slice(0, length), end, false)
    end = taken.end
    if (taken.text) spoken.push(taken.text)
  }
  const rest = takeSentences(source, end, true).text
  return rest ? [...spoken, rest] : spoken
}

test('sentences are read out when they have ended, each once', () => {
  const source = 'This is one. Here is another! And what is this? The end'
  for (const step of [1, 3, 10]) expect(readOut(source, step).join(' ')).toBe(source)
  expect(readOut(source, 1)[0]).toBe('This is one.')
})

test('nothing is read out in the middle of a sentence', () => {
  expect(takeSentences('This is not yet', 0, false)).toEqual({ text: '', end: 0 })
})

test('the marks of Markdown are not read out', () => {
  const source =
    '## Title\n\n- **bold** and `code` with a [link](https://example.org)\n\n```js\nx\n```\n'
  expect(takeSentences(source, 0, true).text).toBe('Title bold and code with a link x')
})

test('sentences of other scripts end as well', () => {
  expect(readOut('これは文です。次の文です。', 1)).toEqual(['これは文です。', '次の文です。'])
})
