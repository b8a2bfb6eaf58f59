import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createThinkTagReader } from '../../../../src/main/providers/openAiCompatible/thinkTagReader.ts'

function read(pieces: readonly string[]) {
  const reader = createThinkTagReader()
  const result = { text: '', reasoning: '' }
  for (const delta of [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]) {
    result[delta.type] += delta.text
  }
  return result
}

test.each([
  ['<think>A plan</think>The answer', 'A plan', 'The answer'],
  ['\n <think>\nA plan\n</think>\n\nThe answer', 'A plan', 'The answer'],
  ['<thinking>A plan</thinking>The answer', 'A plan', 'The answer'],
  ['<think></think>The answer', '', 'The answer'],
  ['<think>Never closed', 'Never closed', ''],
  ['<think>a </th b</think>c', 'a </th b', 'c'],
  ['The tag <think> begins reasoning', '', 'The tag <think> begins reasoning'],
  ['<thin air', '', '<thin air'],
  ['<', '', '<'],
  ['', '', ''],
  ['  indented', '', '  indented'],
])('reads %j', (whole, reasoning, text) => {
  expect(read([whole])).toEqual({ text, reasoning })
})

test('gives the same however the text is cut', () => {
  const pieces = fc.array(
    fc.constantFrom('<think>', '</think>', '<thi', 'nk>', '<', '/', ' ', '\n', 'word', 'Ü', '</'),
  )
  fc.assert(
    fc.property(pieces, (cut) => {
      expect(read(cut)).toEqual(read([cut.join('')]))
    }),
  )
})
