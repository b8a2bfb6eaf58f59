import { expect, onTestFinished, test } from 'vitest'
import {
  createSchemaChecker,
  type SchemaChecker,
} from '../../../../src/main/plugins/validation/schemaChecker.ts'
import { serveLocally } from '../../network/serveLocally.ts'

const entry = new URL('../../../../src/main/plugins/validation/schemaWorker.ts', import.meta.url)

function open(milliseconds?: number): SchemaChecker {
  const checker = createSchemaChecker(entry, {
    ...(milliseconds !== undefined && { milliseconds }),
  })
  onTestFinished(() => checker.close())
  return checker
}

const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
})
const draft7 = 'http://json-schema.org/draft-07/schema#'
const newest = 'https://json-schema.org/draft/2020-12/schema'

test.each([
  ['a right value', object({ a: { type: 'string' } }), { a: 'x' }, null],
  ['a wrong type', object({ a: { type: 'string' } }), { a: 1 }, '“a” must be string.'],
  ['a missing field', object({}, { required: ['a'] }), {}, /must have required property 'a'/],
  [
    'a value of a list',
    object({ a: { enum: ['x', 'y'] } }),
    { a: 'z' },
    /“a” must be equal .*: \["x","y"\]/,
  ],
  ['a field too many', object({}, { additionalProperties: false }), { b: 1 }, /: b\.$/],
  ['a tuple of draft 7', { $schema: draft7, items: [{ type: 'number' }] }, ['x'], /“0” must be/],
  [
    'a tuple without a draft',
    object({ a: { items: [{ type: 'number' }] } }),
    { a: ['x'] },
    /“a\/0”/,
  ],
  ['a tuple of 2020-12', { $schema: newest, prefixItems: [{ type: 'number' }] }, ['x'], /“0”/],
  [
    'definitions',
    object({ a: { $ref: '#/$defs/b' } }, { $defs: { b: { type: 'null' } } }),
    { a: 1 },
    /null/,
  ],
  ['an unknown keyword', object({}, { enums: [1], 'x-y': {} }), {}, null],
  ['an unknown format', object({ a: { type: 'string', format: 'city' } }), { a: 'x' }, null],
  ['a schema that breaks the standard', object({ a: { minimum: 'many' } }), { a: 1 }, null],
  ['an asynchronous schema', { $async: true, type: 'object' }, [], /must be object/],
  ['an id of its own', { $id: 'https://x.test/a', type: 'object' }, [], /must be object/],
])('%s', async (_what, schema, value, problem) => {
  const { check } = open()
  const found = await check(schema, value)
  if (problem instanceof RegExp) expect(found).toMatch(problem)
  else expect(found).toBe(problem)
})

test('several faults are told at once', async () => {
  const schema = object({ a: { type: 'string' }, b: { type: 'number' } })
  expect(await open().check(schema, { a: 1, b: 'x' })).toBe(
    '“a” must be string. “b” must be number.',
  )
})

test('schemas with one id do not meet', async () => {
  const { check } = open()
  const id = 'https://x.test/a'
  expect(await check({ $id: id, type: 'object' }, {})).toBeNull()
  expect(await check({ $id: id, type: 'array' }, {})).toMatch(/array/)
})

test('a reference to another document is refused, and not fetched', async () => {
  const server = await serveLocally((_request, response) => response.end('{}'))
  const { check } = open()
  for (const reference of [
    `${server.origin}/x.json`,
    'file:///etc/passwd',
    'other.json#/a',
    '#/no',
  ]) {
    const schema = object({ a: { $ref: reference } })
    await expect(check(schema, {})).rejects.toMatchObject({ code: 'pluginManifestInvalid' })
  }
  expect(server.requests).toEqual([])
})

const backtracking = '^(a+)+$'
const wide = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { anyOf: [0, 1, 2, 3].map(() => wide(levels - 1)) }

test.each([
  [
    'a pattern that never ends',
    object({ a: { pattern: backtracking } }),
    { a: `${'a'.repeat(50)}b` },
  ],
  [
    'names by a pattern that never ends',
    { patternProperties: { [backtracking]: {} } },
    { [`${'a'.repeat(50)}b`]: 1 },
  ],
  [
    'alternatives that multiply',
    {
      $ref: '#/$defs/a',
      $defs: { a: { anyOf: Array(8).fill({ items: { $ref: '#/$defs/a' }, maxItems: 0 }) } },
    },
    JSON.parse(`${'['.repeat(30)}1${']'.repeat(30)}`) as unknown,
  ],
])('%s takes no longer than its limit, and the next check works', async (_what, schema, value) => {
  const { check } = open(500)
  const [hostile, next] = await Promise.allSettled([
    check(schema, value),
    check(object({ a: { type: 'string' } }), { a: 1 }),
  ])
  expect(hostile).toMatchObject({ status: 'rejected', reason: { code: 'tooHeavy' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: '“a” must be string.' })
})

test.each([
  ['a schema that is its own reference', { $ref: '#' }],
  ['a schema that holds itself', { allOf: [{ $ref: '#' }] }],
  [
    'references in a circle',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ],
  ['a schema of many branches', wide(7)],
])('%s ends', async (_what, schema) => {
  const { check } = open(3000)
  await check(schema, {}).then(
    (found) => expect(found).toSatisfy((text) => text === null || typeof text === 'string'),
    (error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/unreadable|tooHeavy/) as string }),
  )
  expect(await check({ type: 'array' }, {})).toMatch(/array/)
})

test('a schema that is too large is refused', async () => {
  const { check } = open()
  const schema = object({ a: { description: 'x'.repeat(1_100_000) } })
  await expect(check(schema, {})).rejects.toMatchObject({ code: 'tooHeavy' })
  expect(await check({ type: 'array' }, {})).toMatch(/array/)
})

test('a schema can’t reach out of its thread', async () => {
  const { check } = open()
  const code = `');process.exit(1);('`
  const schema = {
    type: 'object',
    title: code,
    properties: { [code]: { const: code }, ['__proto__']: { type: 'string' } },
    required: [code, "a'];process.exit(1)//"],
    $comment: code,
  }
  expect(await check(schema, {})).toMatch(/must have required property/)
  expect(await check({ type: 'array' }, {})).toMatch(/array/)
})

test('a thread that nobody needs ends, and starts again', async () => {
  const checker = createSchemaChecker(entry, { idleMilliseconds: 1 })
  onTestFinished(() => checker.close())
  for (let count = 0; count < 3; count += 1) {
    expect(await checker.check({ type: 'array' }, {})).toMatch(/array/)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

test('a check that was stopped while it waited does not run', async () => {
  const { check } = open()
  const stop = new AbortController()
  const first = check({ type: 'array' }, [])
  const second = check({ type: 'array' }, [], stop.signal)
  stop.abort()
  await expect(second).rejects.toMatchObject({ code: 'aborted' })
  expect(await first).toBeNull()
})
