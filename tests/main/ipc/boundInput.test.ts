import { expect, it } from 'vitest'
import { boundInput } from '../../../src/main/ipc/boundInput.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const circle: unknown[] = []
circle.push(circle)

it.each([
  ['a huge array', Array.from({ length: 30_000 }, () => 1)],
  ['an array of nothing', Array.from({ length: 5_000_000 })],
  [
    'an object of many fields',
    Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [at, 1])),
  ],
  ['many small arrays', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 1))],
  ['a map', new Map(Array.from({ length: 30_000 }, (_, at) => [at, 1]))],
  ['a map of large keys', new Map([[Array.from({ length: 30_000 }), 1]])],
  ['many bytes', [new ArrayBuffer(50_000_000), new Uint8Array(50_000_000)]],
  ['a deep array', nested(1000)],
  ['a circle', circle],
])('%s is refused before it is read', (_name, input) => {
  expect(() => boundInput(input)).toThrow(expect.objectContaining({ code: 'badInput' }))
})

it('reads no more of an input than what it lets through', () => {
  let read = 0
  const item = Object.defineProperty({}, 'value', { enumerable: true, get: () => ++read })
  const input = Array.from({ length: 20_000 }, () => item)
  expect(() => boundInput(input)).toThrow()
  expect(read).toBeLessThan(20_000)
})

it('lets through what methods take', () => {
  boundInput({ bytes: new Uint8Array(8_000_000), ids: ['a'], text: 'x'.repeat(2_000_000) })
})
