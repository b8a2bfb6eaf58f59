import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDelta, textOf } from '../../../../src/renderer/chat/conversation/replyMessage.ts'
import type { Delta } from '../../../../src/renderer/chat/conversation/replyMessage.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { createConversation, createMessage } from './fakeMain.ts'

const empty = createMessage(createConversation(), { status: 'streaming', createdAt: 0 })

function apply(deltas: readonly Delta[]): Message {
  return deltas.reduce((message, delta, index) => applyDelta(message, delta, index * 100), empty)
}

test('neighbouring deltas of a kind make one part', () => {
  const { parts } = apply([
    { type: 'reasoning', text: 'Let me ' },
    { type: 'reasoning', text: 'think.' },
    { type: 'text', text: 'It ' },
    { type: 'text', text: 'is so.' },
    { type: 'reasoning', text: 'Or not.' },
  ])
  expect(parts).toEqual([
    { type: 'reasoning', text: 'Let me think.' },
    { type: 'text', text: 'It is so.' },
    { type: 'reasoning', text: 'Or not.' },
  ])
})

test('the first text, not the first thought, dates the answer', () => {
  const message = apply([
    { type: 'reasoning', text: 'a' },
    { type: 'text', text: 'b' },
    { type: 'text', text: 'c' },
  ])
  expect(message.firstTokenMilliseconds).toBe(100)
})

test('a citation is added, and the finished message takes the place of all', () => {
  const citation = { number: 1, title: 'T', passage: 'P', source: 's' }
  expect(apply([{ type: 'citation', citation }]).citations).toEqual([citation])
  const finished: Message = { ...empty, status: 'failed', parts: [{ type: 'text', text: 'kept' }] }
  expect(
    apply([
      { type: 'text', text: 'x' },
      { type: 'finished', message: finished },
    ]),
  ).toBe(finished)
})

test('no text is lost, however it is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const message = apply(texts.map((text) => ({ type: 'text', text })))
      expect(textOf(message)).toBe(texts.join(''))
    }),
  )
})

test('a message is never changed in place', () => {
  const message = Object.freeze({
    ...empty,
    parts: Object.freeze([]) as unknown as Message['parts'],
  })
  expect(applyDelta(message, { type: 'text', text: 'a' }, 0)).not.toBe(message)
  expect(message.parts).toEqual([])
})

test('text that was reasoning moves, up to the last call', () => {
  const call = { type: 'toolCall', id: 'a', name: 'now', arguments: '{}' } as const
  const { parts, firstTokenMilliseconds } = apply([
    { type: 'text', text: 'I look.' },
    call,
    { type: 'reasoning', text: 'So: ' },
    { type: 'text', text: '17 times 23\n' },
    { type: 'textWasReasoning' },
    { type: 'text', text: '391' },
  ])
  expect(parts).toEqual([
    { type: 'text', text: 'I look.' },
    call,
    { type: 'reasoning', text: 'So: 17 times 23' },
    { type: 'text', text: '391' },
  ])
  expect(firstTokenMilliseconds).toBe(500)
})
