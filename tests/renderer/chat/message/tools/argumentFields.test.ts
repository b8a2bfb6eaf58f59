import { expect, test } from 'vitest'
import { askedCalls } from '../../../../../src/renderer/chat/message/tools/askedCalls.ts'
import {
  compareFields,
  fieldsOf,
  isChanged,
} from '../../../../../src/renderer/chat/message/tools/argumentFields.ts'
import { argumentLabel } from '../../../../../src/renderer/chat/message/tools/argumentLabel.ts'
import type { Message } from '../../../../../src/shared/chat/chat.ts'
import type { Part, ToolCallPart } from '../../../../../src/shared/chat/parts.ts'

test('arguments are listed by name, and any other text as it is', () => {
  expect(fieldsOf('{"to":"Ann","days":[1]}')).toEqual([
    { name: 'to', value: 'Ann' },
    { name: 'days', value: '[\n  1\n]' },
  ])
  expect(fieldsOf('["Ann"]')).toEqual([{ name: null, value: '["Ann"]' }])
  expect(fieldsOf('{"to"')).toEqual([{ name: null, value: '{"to"' }])
  expect(fieldsOf(' ')).toEqual([])
})

test.each(['{"id":9007199254740993}', '{"to":"Ann","to":"Bob"}', '{"__proto__":{"to":"Ann"}}'])(
  '%s is shown as it was written, as nobody else would read it so',
  (text) => {
    expect(fieldsOf(text)).toEqual([{ name: null, value: text }])
  },
)

test('an argument with a blank name is one of its own, and its blanks are seen', () => {
  expect(fieldsOf('{"":"a"," ":"b"}').map(({ name }) => name)).toEqual(['', ' '])
  expect(['', ' ', 'to', 'to ', 'to\u00a0', 'a b', 'a  b', 'to\u200b'].map(argumentLabel)).toEqual([
    '""',
    '" "',
    'to',
    '"to "',
    '"to\u00a0"',
    'a b',
    '"a  b"',
    'to⟨U+200B⟩',
  ])
})

test('what changed, came or went since the last allowed call is known', () => {
  const fields = compareFields(
    '{"to":"Bob","text":"x","cc":"me"}',
    '{"to":"Ann","text":"x","at":1}',
  )
  expect(fields.map((field) => [field.name, isChanged(field), field.before])).toEqual([
    ['to', true, 'Ann'],
    ['text', false, 'x'],
    ['cc', true, null],
    ['at', true, '1'],
  ])
  expect(fields.at(-1)?.value).toBeNull()
})

function asked(id: string, given: Partial<ToolCallPart> = {}): Part {
  const approval = { id, scope: 'mail', destination: 'mail.example' }
  return {
    type: 'toolCall',
    id,
    name: 'mail',
    arguments: '{}',
    state: 'awaiting',
    approval,
    ...given,
  }
}

test('calls of one tool that follow each other are asked about together', () => {
  const parts = [
    asked('a'),
    asked('b', { arguments: '{"to":1}' }),
    asked('c', { name: 'other' }),
    asked('d'),
    asked('e', { hash: 'changed' }),
    asked('f', { state: 'allowed' }),
  ]
  const message = { parts, status: 'awaiting' } as unknown as Message
  const idsOf = (separate: boolean) =>
    [...askedCalls(message, separate)].map(([at, calls]) => [
      at,
      calls.map(({ id }) => id).join(''),
    ])
  expect(idsOf(false)).toEqual([
    [0, 'ab'],
    [1, ''],
    [2, 'c'],
    [3, 'd'],
    [4, 'e'],
  ])
  expect(idsOf(true)).toHaveLength(5)
  expect(idsOf(true).map(([, ids]) => ids)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
