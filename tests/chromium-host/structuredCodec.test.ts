import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codec } from '../../chromium-host/codec.ts'
import type { Encoded } from '../../chromium-host/page/structuredCodec.ts'

const passOn = (value: unknown): unknown =>
  codec.decode(JSON.parse(JSON.stringify(codec.encode(value))) as Encoded)

test('every structured value comes back equal', () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: false,
    withBoxedValues: true,
    withNullPrototype: false,
  })
  fc.assert(
    fc.property(values, (value) => {
      expect(passOn(value)).toEqual(structuredClone(value))
    }),
  )
})

test('shared and cyclic references stay what they are', () => {
  const shared = { name: 'shared' }
  const cyclic: { list: unknown[]; map: Map<object, unknown> } = {
    list: [shared, shared],
    map: new Map(),
  }
  cyclic.map.set(shared, cyclic)
  const back = passOn(cyclic) as typeof cyclic
  expect(back.list[0]).toBe(back.list[1])
  expect(back.map.get(back.list[0] as object)).toBe(back)
})

test('errors keep their kind, message, stack and cause', () => {
  const error = new RangeError('outer', { cause: new Error('inner') })
  const back = passOn(error) as RangeError
  expect(back).toBeInstanceOf(RangeError)
  expect([back.message, back.stack, (back.cause as Error).message]).toEqual([
    'outer',
    error.stack,
    'inner',
  ])
})

test('a property called __proto__ is only a property', () => {
  const back = passOn(JSON.parse('{"__proto__": {"polluted": true}}')) as Record<string, unknown>
  expect(Object.keys(back)).toEqual(['__proto__'])
  expect(back.polluted).toBeUndefined()
})

test.each([[() => 1], [Symbol('s')], [new WeakMap()], [Promise.resolve()]])(
  '%s is refused',
  (value) => {
    expect(() => codec.encode({ value })).toThrow(/could not be cloned/)
  },
)

test('what no encoder wrote makes no object of another kind', () => {
  expect(() => codec.decode(['v', 'Function', 'YWxlcnQoKQ=='])).toThrow(/could not be cloned/)
  expect(() => codec.decode(['v', 'constructor', ''])).toThrow(/could not be cloned/)
})
