import { describe, expect, test } from 'vitest'
import { draftsOf, fieldsOf, readForm } from '../../../../src/renderer/ui/forms/schemaFields.ts'
import type { Drafts } from '../../../../src/renderer/ui/forms/schemaFields.ts'

function kinds(properties: Record<string, unknown>, more: object = {}): Record<string, string> {
  const fields = fieldsOf({ type: 'object', properties, ...more })
  return Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))
}

test('each kind of property has its field', () => {
  expect(
    kinds({
      text: { type: 'string' },
      password: { type: 'string', format: 'password' },
      number: { type: 'number' },
      integer: { type: 'integer' },
      boolean: { type: 'boolean' },
      choice: { type: 'string', enum: ['a', 'b'] },
      constant: { const: 3 },
      list: { type: 'array', items: { type: 'string' } },
      numbers: { type: 'array', items: { type: 'number' } },
      object: { type: 'object' },
      nullable: { type: ['string', 'null'] },
      either: { type: ['string', 'number'] },
      anything: true,
      nothing: null,
    }),
  ).toEqual({
    text: 'text',
    password: 'password',
    number: 'number',
    integer: 'integer',
    boolean: 'boolean',
    choice: 'choice',
    constant: 'choice',
    list: 'list',
    numbers: 'json',
    object: 'json',
    nullable: 'text',
    either: 'json',
    anything: 'json',
    nothing: 'json',
  })
})

test('the secrets of the sheet are passwords, whatever their schema says', () => {
  const schema = { properties: { token: { type: 'string' } } }
  expect(fieldsOf(schema, ['token'])[0]).toMatchObject({ kind: 'password' })
})

test('references within the schema are followed, others and cycles are not', () => {
  const $defs = {
    unit: { type: 'string', enum: ['m', 'ft'] },
    again: { $ref: '#/$defs/again' },
  }
  const properties = {
    local: { $ref: '#/$defs/unit' },
    optional: { anyOf: [{ $ref: '#/$defs/unit' }, { type: 'null' }] },
    cyclic: { $ref: '#/$defs/again' },
    remote: { $ref: 'https://example.com/unit.json' },
    inherited: { $ref: '#/$defs/constructor' },
  }
  expect(kinds(properties, { $defs })).toEqual({
    local: 'choice',
    optional: 'choice',
    cyclic: 'json',
    remote: 'json',
    inherited: 'json',
  })
})

test('choices have the titles that the schema gives them', () => {
  const schema = {
    properties: {
      size: { oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }] },
      unit: { enum: ['m', 'ft'], enumNames: ['Metres'] },
    },
  }
  expect(fieldsOf(schema).map(({ options }) => options.map(({ label }) => label))).toEqual([
    ['Small', 'l'],
    ['Metres', 'ft'],
  ])
})

test('thousands of properties do not make thousands of fields', () => {
  const properties = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [index, {}]))
  expect(fieldsOf({ properties }).length).toBeLessThanOrEqual(200)
})

describe('the entries', () => {
  const schema = {
    required: ['name'],
    properties: {
      name: { type: 'string' },
      count: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
      share: { type: 'number' },
      on: { type: 'boolean' },
      unit: { enum: [1, 2, 'three'] },
      tags: { type: 'array', items: { type: 'string' } },
      more: { type: 'object' },
    },
  }
  const fields = fieldsOf(schema)
  const read = (drafts: Drafts) => readForm(fields, drafts)

  test('are what the fields show of the values, and back', () => {
    const values = {
      name: 'Ada',
      count: 3,
      share: 0.5,
      on: false,
      unit: 'three',
      tags: ['a', 'b'],
      more: { deep: [1] },
    }
    expect(read(draftsOf(fields, values))).toEqual({ values, problems: {} })
  })

  test('leave out what is empty, and have the defaults', () => {
    expect(read(draftsOf(fields, { name: 'Ada' }))).toEqual({
      values: { name: 'Ada', count: 2 },
      problems: {},
    })
  })

  test.each([
    ['name', '', 'required'],
    ['count', 'many', 'integer'],
    ['count', '1.5', 'integer'],
    ['count', '0', 'tooSmall'],
    ['count', '10', 'tooLarge'],
    ['share', 'half', 'number'],
    ['share', ' ', 'number'],
    ['share', 'Infinity', 'number'],
    ['more', '{', 'json'],
  ])('%s can not be “%s”: %s', (name, draft, problem) => {
    expect(read({ name: 'Ada', [name]: draft }).problems).toEqual({ [name]: problem })
  })

  test('have names that every object has', () => {
    const text = '{"properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}'
    const odd = fieldsOf(JSON.parse(text) as Record<string, unknown>)
    expect(readForm(odd, draftsOf(odd, {}))).toEqual({ values: {}, problems: {} })
  })
})
