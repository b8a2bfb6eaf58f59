import { expect, test } from 'vitest'
import { inlineReferences } from '../../../../src/main/providers/toolSchemas/inlineReferences.ts'
import { plainSchema } from '../../../../src/main/providers/toolSchemas/plainSchema.ts'

const diagram = {
  $defs: { Kind: { type: 'string', enum: ['aws', 'flow'], title: 'Kind' } },
  type: 'object',
  properties: {
    kind: { $ref: '#/$defs/Kind', default: 'flow', description: 'The kind' },
    headers: { type: 'object' },
    actions: { type: 'array', items: { $ref: '#/properties/headers' } },
    any: { anyOf: [{ type: 'array' }, { type: 'null' }] },
  },
  required: ['kind'],
  additionalProperties: false,
}
const tree = {
  type: 'object',
  $defs: {
    Node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/Node' } },
      },
    },
  },
  properties: { root: { $ref: '#/$defs/Node' } },
}

test('references are written out, and arrays say that they take anything', () => {
  expect(inlineReferences(diagram)).toEqual({
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        enum: ['aws', 'flow'],
        title: 'Kind',
        default: 'flow',
        description: 'The kind',
      },
      headers: { type: 'object' },
      actions: { type: 'array', items: { type: 'object' } },
      any: { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] },
    },
    required: ['kind'],
    additionalProperties: false,
  })
})

test('a property that is called like a keyword stays', () => {
  const schema = {
    type: 'object',
    properties: {
      $ref: { type: 'string' },
      definitions: { type: 'string' },
      enum: { $ref: '#/$defs/A' },
    },
    $defs: { A: { type: 'number' } },
  }
  expect(inlineReferences(schema)).toEqual({
    type: 'object',
    properties: {
      $ref: { type: 'string' },
      definitions: { type: 'string' },
      enum: { type: 'number' },
    },
  })
})

test('a schema that contains itself stays, unless it must be plain', () => {
  expect(inlineReferences(tree)).toBe(tree)
  const text = JSON.stringify(plainSchema(tree))
  expect(text).not.toMatch(/\$ref|\$defs/)
  expect(text).toContain('"children"')
})

test('a schema that would become huge stays', () => {
  const names = Array.from({ length: 30 }, (_, index) => `D${String(index)}`)
  const $defs = Object.fromEntries(
    names.map((name, index) => {
      const next = { $ref: `#/$defs/${names[index + 1] ?? 'End'}` }
      return [name, { type: 'object', properties: { one: next, other: next } }]
    }),
  )
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/D0' } }, $defs }
  const last = { type: 'integer', description: 'Not lost' }
  const withLast = { ...schema, properties: { ...schema.properties, last } }
  expect(inlineReferences(withLast)).toBe(withLast)
  const { properties } = plainSchema(withLast)
  expect(properties).toMatchObject({ a: { properties: { one: { type: 'object' } } }, last })
  expect(JSON.stringify(properties).length).toBeLessThan(1000)
})

test('a chain of references that is too long for any service stays, and is cut if plain', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => {
      const next = { $ref: `#/$defs/D${String(index + 1)}` }
      return [`D${String(index)}`, { type: 'object', properties: { next } }]
    }),
  )
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/D0' } }, $defs }
  expect(inlineReferences(schema)).toBe(schema)
  expect(plainSchema(schema)['properties']).toMatchObject({ a: { type: 'object' } })
})

const a = (schema: object, more: object = {}) => ({
  type: 'object',
  properties: { a: schema },
  ...more,
})

test.each<[string, object, object]>([
  [
    'definitions that are true or false',
    a(
      { anyOf: [{ $ref: '#/$defs/Any' }, { $ref: '#/$defs/None' }] },
      {
        $defs: { Any: true, None: false },
      },
    ),
    a({ anyOf: [{}, { not: {} }] }),
  ],
  [
    'definitions within a property',
    a({ $defs: { X: { type: 'number' } }, items: { $ref: '#/properties/a/$defs/X' } }),
    a({ items: { type: 'number' } }),
  ],
  [
    'a root that is a reference, beside one that contains itself',
    {
      $ref: '#/definitions/Args',
      definitions: { Args: a({ type: 'string' }), Other: { $ref: '#/definitions/Other' } },
    },
    a({ type: 'string' }),
  ],
  [
    'what a reference is extended with',
    a(
      {
        $ref: '#/$defs/Base',
        properties: { more: { type: 'number' } },
        required: ['more'],
        description: 'Own',
      },
      { $defs: { Base: { ...a({ type: 'string' }), required: ['a'], description: 'Base' } } },
    ),
    a({
      type: 'object',
      properties: { a: { type: 'string' }, more: { type: 'number' } },
      required: ['more', 'a'],
      description: 'Own',
    }),
  ],
  [
    'anchors and ids',
    a(
      {
        anyOf: [
          { $ref: '#node' },
          { $ref: 'item.json' },
          { $ref: 'https://schemas.example/s#/$defs/N' },
          { $dynamicRef: '#node' },
        ],
      },
      {
        $id: 'https://schemas.example/s#',
        $defs: {
          N: { $anchor: 'node', type: 'integer' },
          I: { $id: 'item.json', type: 'boolean' },
        },
      },
    ),
    a({
      anyOf: [{ type: 'integer' }, { type: 'boolean' }, { type: 'integer' }, { type: 'integer' }],
    }),
  ],
  [
    'a list that may be null',
    a({ type: ['array', 'null'] }),
    a({ type: ['array', 'null'], items: {} }),
  ],
  ['items of any kind', a({ type: 'array', items: true }), a({ type: 'array', items: true })],
])('%s are written out', (_what, given, written) => {
  expect(inlineReferences({ ...given })).toEqual(written)
})

test.each<[string, object]>([
  ['to nothing', a({ $ref: '#/$defs/Gone' })],
  ['to another file', a({ $ref: 'https://elsewhere.example/a.json' })],
  ['to itself', a({ $ref: '#/properties/a' })],
  [
    'to one that refers back',
    a({ $ref: '#/$defs/A' }, { $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } }),
  ],
  ['to the root', a({ $ref: '#' })],
  ['to the root, of 2019', a({ $recursiveRef: '#' })],
])('a reference %s stays, and is left out of a plain schema', (_what, given) => {
  expect(inlineReferences({ ...given })).toEqual(given)
  const text = JSON.stringify(plainSchema({ ...given }))
  expect(text).not.toMatch(/[rR]ef|\$defs/)
  expect(text).toContain('"a"')
})

test('a plain schema has no more than every service knows', () => {
  expect(plainSchema(diagram)).toEqual({
    type: 'object',
    properties: {
      kind: { type: 'string', description: 'The kind', enum: ['aws', 'flow'] },
      headers: { type: 'object' },
      actions: { type: 'array', items: { type: 'object' } },
      any: { type: 'array', items: { type: 'string' } },
    },
    required: ['kind'],
  })
})

test.each([
  [{ const: 'a' }, { type: 'string', enum: ['a'] }],
  [{ enum: [1, 2] }, { type: 'number', description: 'One of: [1,2]' }],
  [{ type: ['integer', 'null'], format: 'int64' }, { type: 'integer' }],
  [
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
  ],
  [
    { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }] },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [true, { type: 'string' }],
  [
    { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
    { type: 'array', items: { type: 'number' } },
  ],
  [
    { prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
    { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
  ],
  [
    { type: 'array', items: true },
    { type: 'array', items: { type: 'string' } },
  ],
  [{ oneOf: [{ const: 'x' }, { const: null }] }, { type: 'string', enum: ['x'] }],
  [{ anyOf: [{ type: 'null' }, { enum: [null] }] }, { type: 'string' }],
  [{ enum: ['', 'a'] }, { type: 'string', description: 'One of: ["","a"]' }],
  [null, { type: 'string' }],
  [{ type: 7, properties: [], enum: 'x', required: 'y' }, { type: 'string' }],
])('%j becomes %j', (given, plain) => {
  expect(plainSchema({ type: 'object', properties: { it: given } })).toEqual({
    type: 'object',
    properties: { it: plain },
  })
})

test('choices at the top become one object, which requires what all of them do', () => {
  const text = { type: 'string' }
  const schema = {
    oneOf: [
      { type: 'object', properties: { id: text, name: text }, required: ['id', 'name'] },
      { type: 'object', properties: { id: text, path: text }, required: ['id'] },
    ],
  }
  expect(plainSchema(schema)).toEqual({
    type: 'object',
    properties: { id: text, name: text, path: text },
    required: ['id'],
  })
})
