import { expect, test } from 'vitest'
import { inlineReferences } from '../../../src/main/providers/inlineReferences.ts'
import { plainSchema } from '../../../src/main/providers/plainSchema.ts'

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
  expect(inlineReferences(schema)).toBe(schema)
  expect(JSON.stringify(plainSchema(schema))).not.toContain('$ref')
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
