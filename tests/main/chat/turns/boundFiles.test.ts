import { expect, test } from 'vitest'
import { boundFiles } from '../../../../src/main/chat/turns/boundFiles.ts'
import type { FileInput, Turn } from '../../../../src/main/providers/reply.ts'

const megabyte = 1024 * 1024

function input(name: string, sizeBytes: number): FileInput {
  const file = { id: 'a'.repeat(64), name, mediaType: 'image/png', sizeBytes }
  return { type: 'file', file, read: () => expect.unreachable() }
}

function question(name: string, sizeBytes: number): Turn {
  return { role: 'user', parts: [input(name, sizeBytes), { type: 'text', text: `About ${name}` }] }
}

const answer: Turn = { role: 'assistant', parts: [{ type: 'text', text: 'Yes' }] }

test('what one request can carry stays as it is', () => {
  const turns = [question('a.png', 100 * megabyte), answer, question('b.png', 100 * megabyte)]
  const bound = boundFiles(turns)
  expect(bound.leftOut).toBe(0)
  expect(bound.turns).toEqual(turns)
})

test('the oldest files over 200 MB are left out, and the model reads which', () => {
  const turns = [
    question('a.png', 1),
    answer,
    question('b.png', 100 * megabyte),
    answer,
    question('c.png', 150 * megabyte),
  ]
  const { turns: bound, leftOut } = boundFiles(turns)
  expect(leftOut).toBe(2)
  expect(bound[0]?.parts[0]).toEqual({
    type: 'text',
    text: '[The file "a.png" is not sent any more.]',
  })
  expect(bound[2]?.parts[0]).toEqual({
    type: 'text',
    text: '[The file "b.png" is not sent any more.]',
  })
  expect(bound[4]).toEqual(turns[4])
})

test('500 files are sent, of results too', () => {
  const files = Array.from({ length: 16 }, (_, index) => input(`${String(index)}.png`, 1))
  const result = { type: 'toolResult' as const, id: 'c', text: 'Found', failed: false, files }
  const call = { type: 'toolCall' as const, id: 'c', name: 'look', arguments: '{}' }
  const round: Turn[] = [
    { role: 'assistant', parts: [call] },
    { role: 'user', parts: [result] },
  ]
  const turns = [question('q.png', 1), ...Array.from({ length: 32 }, () => round).flat()]
  const { turns: bound, leftOut } = boundFiles(turns)
  // 512 of results and one of the question.
  expect(leftOut).toBe(13)
  expect(bound[0]?.parts[0]).toMatchObject({ type: 'text' })
  const oldest = bound[2]?.parts[0]
  expect(oldest).toMatchObject({ files: files.slice(12) })
  expect(oldest).toMatchObject({ text: expect.stringContaining('"11.png"') as string })
  expect(bound[4]).toEqual(round[1])
})
