import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createThinkTagReader } from '../../../../src/main/providers/openAiCompatible/thinkTagReader.ts'

function read(pieces: readonly string[], options = {}) {
  const reader = createThinkTagReader(options)
  const result = { text: '', reasoning: '' }
  for (const delta of [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]) {
    if (delta.type !== 'textWasReasoning') result[delta.type] += delta.text
    else Object.assign(result, { text: '', reasoning: result.reasoning + result.text.trimEnd() })
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

const unopened: [string, string, string][] = [
  ['A plan\n</think>\n\nThe answer', 'A plan', 'The answer'],
  ['A plan.</think>The answer', 'A plan.', 'The answer'],
  ['A plan.\n</think> The answer', 'A plan.', 'The answer'],
  ['A plan </think>\nThe answer', 'A plan', 'The answer'],
  ['A plan\n</thinking>\nThe answer', 'A plan', 'The answer'],
  [
    'Run `ls` first:\n```sh\nls\n```\n</think>\nThe answer',
    'Run `ls` first:\n```sh\nls\n```',
    'The answer',
  ],
  ['\n</think>\n\nThe answer', '', 'The answer'],
  ['A plan\n</think>', 'A plan', ''],
  ['A plan\n</think>\nSo </think>\nit ends', 'A plan', 'So </think>\nit ends'],
]
const spoken = [
  'The tag `</think>` ends it.\nMore',
  'It writes "</think>" there.',
  'It writes «</think>» there.',
  'A model writes </think> when it is done.',
  '```\nA plan\n</think>\n```\nThat is all.',
  'So:\n\n    A plan\n    </think>\n\nThat is all.',
  '~~~~\n```\n</think>\n~~~~',
  'First <think>\nA plan\n</think>\nThat is the form.',
]

test.each(unopened)('reads %j, whose reasoning is only closed', (whole, reasoning, text) => {
  expect(read([whole])).toEqual({ text, reasoning })
  expect(read(whole.split(''))).toEqual({ text, reasoning })
})

test.each(spoken)('leaves %j, which speaks of the tag', (text) => {
  expect(read([text])).toEqual({ text, reasoning: '' })
  expect(read(text.split(''))).toEqual({ text, reasoning: '' })
})

test('leaves a closing tag to a model that does not reason', () => {
  const text = 'A plan\n</think>\nThe answer'
  expect(read([text], { findsUnopened: false })).toEqual({ text, reasoning: '' })
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
