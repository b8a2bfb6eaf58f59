import fc from 'fast-check'
import { expect } from 'vitest'
import { codec, decodeReceived } from '../../chromium-host/codec.ts'
import { structuredCodec, type Encoded } from '../../chromium-host/page/structuredCodec.ts'
import { hostOnly } from './contractRuntime.ts'

const { test } = hostOnly('this is a module of the host')

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

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const inPage = structuredCodec({ encode: () => '', decode: () => new Uint8Array() }, 'encode')

test.each([
  ['many values', Array.from({ length: 200_000 }, () => 1)],
  ['an array of nothing', Array.from({ length: 50_000_000 })],
  ['depth', nested(1000)],
  ['bytes', [new Uint8Array(150_000_000), new ArrayBuffer(150_000_000)]],
  ['characters', Array.from({ length: 10 }, () => 'x'.repeat(30_000_000))],
])('what a page sends has a limit: %s', (_what, value) => {
  expect(() => inPage.encode(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
})

test('what main gets has a limit of its own, what main sends has none', () => {
  const many = Array.from({ length: 200_000 }, () => 1)
  const encoded = codec.encode(many)
  expect(encoded).toHaveLength(many.length + 1)
  expect(decodeReceived(encoded)).toBeUndefined()
  expect(decodeReceived(codec.encode(nested(1000)))).toBeUndefined()
  expect(decodeReceived(['b', '9'.repeat(1_000_000)])).toBeUndefined()
  expect(decodeReceived(codec.encode(nested(100)))).toEqual({ value: nested(100) })
})
