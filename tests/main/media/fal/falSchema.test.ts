import { expect, test } from 'vitest'
import { readFalForm } from '../../../../src/main/media/fal/falSchema.ts'

const endpoint = 'fal-ai/painter'

function documentOf(properties: Record<string, unknown>, schemas: Record<string, unknown> = {}) {
  const schema = { $ref: '#/components/schemas/Input' }
  const content = { 'application/json': { schema } }
  return {
    components: { schemas: { Input: { type: 'object', properties }, ...schemas } },
    paths: { [`/${endpoint}`]: { post: { requestBody: { content } } } },
  }
}

const typesOf = (document: unknown) =>
  Object.fromEntries(
    (readFalForm(document, endpoint) ?? []).map(({ name, type }) => [name, type] as const),
  )

test('schemas that refer to each other end, and the fields beside them stay', () => {
  const document = documentOf(
    { prompt: { type: 'string' }, round: { $ref: '#/components/schemas/Left' } },
    {
      Left: { $ref: '#/components/schemas/Right' },
      Right: { allOf: [{ $ref: '#/components/schemas/Left' }] },
    },
  )
  expect(typesOf(document)).toEqual({ prompt: 'text', round: 'json' })
  expect(
    readFalForm({ paths: { '/a': { post: { $ref: '#/paths/~1a/post' } } } }, 'a'),
  ).toBeUndefined()
})

test('hundreds of fields are all there, and lists within lists are JSON', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_each, index) => [`field_${String(index)}`, { type: 'number' }]),
  )
  const nested = { type: 'array', items: { type: 'array', items: { type: 'string' } } }
  const types = typesOf(documentOf({ ...many, nested }))
  expect(Object.keys(types)).toHaveLength(301)
  expect(types['nested']).toBe('json')
})

test('a description that is none, or is of nothing, has no form', () => {
  for (const document of [null, [], 'x', {}, { paths: [] }, { paths: { '/x': null } }]) {
    expect(readFalForm(document, endpoint)).toBeUndefined()
  }
  const named = JSON.parse('{"__proto__": {"type": "string"}, "constructor": true}') as object
  expect(typesOf(documentOf({ ...named, prompt: { type: 'string' } }))).toMatchObject({
    prompt: 'text',
  })
})
