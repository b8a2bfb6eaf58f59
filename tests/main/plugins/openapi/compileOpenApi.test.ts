import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../../scripts/projectRoot.mjs'
import { compileOpenApi } from '../../../../src/main/plugins/openapi/compileOpenApi.ts'
import { operationRequest } from '../../../../src/main/plugins/openapi/operationRequest.ts'

const base = { openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: {} }
const servers = [{ url: 'https://api.example.com/v1' }]

const compile = (document: object, url: string | null = 'https://docs.example.com/x/api.json') =>
  compileOpenApi(JSON.stringify({ ...base, servers, ...document }), url, null)

const refused = (subject?: string): unknown =>
  expect.objectContaining({
    code: 'pluginManifestInvalid',
    ...(subject !== undefined && { details: expect.objectContaining({ subject }) as unknown }),
  })

test('each operation is a tool with flat parameters', () => {
  const { tools, title, version } = compile({
    paths: {
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          operationId: 'getPet',
          summary: 'Returns a pet',
          parameters: [
            { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            { name: 'x-tag', in: 'header', required: true, schema: { type: 'string' } },
            { name: 'sid', in: 'cookie', schema: { type: 'string' } },
            { name: 'Authorization', in: 'header', schema: { type: 'string' } },
            { name: 'Host', in: 'header', schema: { type: 'string' } },
          ],
        },
        put: {
          description: 'Changes a pet',
          requestBody: {
            required: true,
            content: {
              'application/xml': { schema: { type: 'string' } },
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'name'],
                  properties: {
                    id: { type: 'integer', readOnly: true },
                    name: { type: 'string', nullable: true, example: 'Rex' },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
  expect({ title, version }).toEqual({ title: 'Pets', version: '1' })
  expect(tools.map(({ name, description, effect }) => [name, description, effect])).toEqual([
    ['getPet', 'Returns a pet', 'read'],
    ['PUT /pets/{id}', 'Changes a pet', 'outside'],
  ])
  expect(tools[0]?.parameters).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      fields: { type: 'array', items: { type: 'string' } },
      'x-tag': { type: 'string' },
    },
    required: ['id', 'x-tag'],
  })
  expect(tools[1]?.parameters).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      _requestBody: {
        type: 'object',
        properties: { name: { type: ['string', 'null'] } },
        required: ['name'],
      },
    },
    required: ['id', '_requestBody'],
  })
  const { url, headers } = operationRequest(
    tools[0]!.operation,
    '{"id":7,"fields":["a","b"],"x-tag":"t"}',
    {},
  )
  expect(url.href).toBe('https://api.example.com/v1/pets/7?fields=a&fields=b')
  expect(headers['x-tag']).toBe('t')
})

test('YAML is read, with versions that are numbers', () => {
  const text = `
swagger: 2.0
info: { title: Old }
host: old.example.com
basePath: /api
schemes: [https, http]
securityDefinitions: { key: { type: apiKey, in: query, name: k } }
paths:
  /pets:
    post:
      operationId: addPet
      consumes: [multipart/form-data]
      parameters:
        - { name: name, in: formData, type: string, required: true }
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: pipes }
    put:
      operationId: changePet
      parameters:
        - { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
definitions:
  Pet: { type: object, properties: { name: { type: string } } }
`
  const { tools, settings } = compileOpenApi(text, null, null)
  expect(settings).toMatchObject({ properties: { key: { format: 'password' } }, required: ['key'] })
  const [add, change] = tools
  const request = operationRequest(
    add!.operation,
    '{"_requestBody":{"name":"Rex"},"tags":["a","b"]}',
    { key: 's' },
  )
  expect(request.url.href).toBe('https://old.example.com/api/pets?tags=a%7Cb&k=s')
  expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(change?.parameters).toEqual({
    type: 'object',
    properties: {
      _requestBody: { type: 'object', properties: { name: { type: 'string' } } },
    },
    required: ['_requestBody'],
  })
})

test('local references are replaced, also those of parameters, bodies and paths', () => {
  const { tools } = compile({
    paths: {
      '/a': { $ref: '#/x-items/a' },
    },
    'x-items': {
      a: {
        post: {
          operationId: 'a',
          parameters: [{ $ref: '#/components/parameters/a~1b%20c' }],
          requestBody: { $ref: '#/components/requestBodies/pet' },
        },
      },
    },
    components: {
      parameters: {
        'a/b c': { name: 'q', in: 'query', schema: { $ref: '#/components/schemas/q' } },
      },
      requestBodies: {
        pet: { content: { 'application/json': { schema: { $ref: '#/components/schemas/q' } } } },
      },
      schemas: { q: { type: 'string', maxLength: 5 } },
    },
  })
  expect(tools[0]?.parameters['properties']).toEqual({
    q: { type: 'string', maxLength: 5 },
    _requestBody: { type: 'string', maxLength: 5 },
  })
})

test.each([
  'https://evil.test/schema.json',
  'http://127.0.0.1/schema.json',
  '//evil.test/x',
  'file:///etc/passwd',
  '/etc/passwd',
  '../package.json',
  './other.json#/x',
  'other.yaml',
  '',
])('the reference %j to another document is refused by name', (reference) => {
  const places = [
    { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: { $ref: reference } }] } } },
    { '/a': { get: { parameters: [{ $ref: reference }] } } },
    { '/a': { post: { requestBody: { $ref: reference } } } },
    { '/a': { $ref: reference } },
  ]
  for (const paths of places) {
    expect(() => compile({ paths })).toThrow(refused('$ref'))
    expect(() => compile({ paths })).toThrow(reference)
  }
})

test.each(['#/nowhere', '#/__proto__', '#/constructor', '#/paths/x/y', '#nowhere/x', '#/%E0%A4%A'])(
  'the reference %s that leads nowhere is refused',
  (reference) => {
    const parameters = [{ name: 'q', in: 'query', schema: { $ref: reference } }]
    expect(() => compile({ paths: { '/a': { get: { parameters } } } })).toThrow(refused('$ref'))
  },
)

/** Returns the schema that a tool's argument gets in a document with these schemas. */
function converted(schemas: object): { schema: unknown; notes: unknown[]; length: number } {
  const parameters = [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/a' } }]
  const plugin = compile({ paths: { '/a': { get: { parameters } } }, components: { schemas } })
  const properties = plugin.tools[0]?.parameters['properties'] as Record<string, unknown>
  return {
    schema: properties['q'],
    notes: plugin.notes,
    length: JSON.stringify(plugin).length,
  }
}

test('schemas in a circle end', () => {
  const node = (ref: string) => ({
    type: 'object',
    properties: { next: { $ref: `#/components/schemas/${ref}` } },
  })
  const { schema, notes } = converted({ a: node('b'), b: node('a') })
  expect(schema).toEqual({
    type: 'object',
    properties: { next: { type: 'object', properties: { next: {} } } },
  })
  expect(notes).toMatchObject([{ code: 'partLeftOut', path: 'paths./a.get.parameters' }])
})

test.each([
  ['itself', { a: { $ref: '#/components/schemas/a' } }],
  ['each other', { a: { $ref: '#/components/schemas/b' }, b: { $ref: '#/components/schemas/a' } }],
])('references to %s end', (_what, schemas) => {
  expect(converted(schemas).schema).toEqual({})
  const parameters = [{ $ref: '#/components/schemas/a' }]
  expect(() =>
    compile({ paths: { '/a': { get: { parameters } } }, components: { schemas } }),
  ).toThrow(refused('$ref'))
})

test('references that multiply are cut', () => {
  const list = (ref: string) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`p${String(index)}`, { $ref: ref }]),
    ),
  })
  const schemas = Object.fromEntries(
    'abcdefghij'
      .split('')
      .map((name, index, all) => [name, list(`#/components/schemas/${all[index + 1] ?? 'end'}`)]),
  )
  expect(converted({ ...schemas, end: { type: 'string' } }).length).toBeLessThan(100_000)
})

test('a schema that is nested too deeply is cut', () => {
  const deep = `${'{"items":'.repeat(2000)}{}${'}'.repeat(2000)}`
  const text = JSON.stringify({
    ...base,
    servers,
    paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: '@' }] } } },
  }).replace('"@"', deep)
  const { tools, notes } = compileOpenApi(text, null, null)
  expect(JSON.stringify(tools).length).toBeLessThan(2000)
  expect(notes).toHaveLength(1)
})

test('aliases of YAML that multiply are refused', () => {
  const lines = Array.from({ length: 12 }, (_, index) => {
    const previous =
      index === 0
        ? '[x, x]'
        : `[${Array(10)
            .fill(`*a${String(index - 1)}`)
            .join(',')}]`
    return `a${String(index)}: &a${String(index)} ${previous}`
  })
  expect(() =>
    compileOpenApi(`openapi: 3.0.0\n${lines.join('\n')}\npaths: {}`, null, null),
  ).toThrow(refused())
})

test.each([
  ['nothing', ''],
  ['a text', 'hello'],
  ['a list', '[]'],
  ['broken JSON', '{"openapi":'],
  ['broken YAML', 'openapi: [3\n  a'],
  ['another version', '{"openapi":"4.0.0","paths":{}}'],
  ['no version', '{"paths":{}}'],
  ['no paths', '{"openapi":"3.0.0"}'],
  ['a type of code', 'openapi: !!js/function "x"\npaths: {}'],
])('%s is refused', (_what, text) => {
  expect(() => compileOpenApi(text, null, null)).toThrow(refused())
})

test.each([
  [[{ url: 'https://{region}.example.com/{v}/' }], 'https://eu.example.com/v2/a'],
  [[{ url: '/api' }], 'https://docs.example.com/api/a'],
  [[{ url: 'v1' }], 'https://docs.example.com/x/v1/a'],
  [undefined, 'https://docs.example.com/a'],
])('the servers %j give %s', (given, address) => {
  const withVariables = given?.map((server) => ({
    ...server,
    variables: { region: { default: 'eu', enum: ['eu', 'us'] }, v: { default: 'v2' } },
  }))
  const paths = { '/a': { get: {} } }
  const [tool] = compile({ paths, servers: withVariables }).tools
  expect(operationRequest(tool!.operation, '{}', {}).url.href).toBe(address)
})

test.each(['file:///etc', 'javascript:1', '/api', 'https://user:pass@example.com', 'ftp://x'])(
  'the server %s of a file is refused',
  (url) => {
    const document = { paths: { '/a': { get: {} } }, servers: [{ url }] }
    expect(() => compile(document, null)).toThrow(refused('servers'))
  },
)

test('ways to sign in are settings, and are applied', () => {
  const { tools, settings, notes } = compile({
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        token: { type: 'http', scheme: 'Bearer' },
        login: { type: 'http', scheme: 'basic' },
        oauth: { type: 'oauth2', flows: {} },
        digest: { type: 'http', scheme: 'digest' },
        host: { type: 'apiKey', in: 'header', name: 'Host' },
      },
    },
    paths: {
      '/a': { get: {} },
      '/b': { get: { security: [{}, { token: [] }, { digest: [] }] } },
      '/c': { get: { security: [] } },
      '/d': { get: { security: [{ oauth: [] }, { login: [], key: [] }] } },
    },
  })
  expect(Object.keys(settings?.['properties'] as object)).toEqual([
    'key',
    'token',
    'login',
    'oauth_accessToken',
  ])
  // One operation works without any of them.
  expect(settings).not.toHaveProperty('required')
  expect(notes).toEqual(
    ['digest', 'host'].map((name) => ({ code: 'signInUnsupported', path: name, subject: name })),
  )
  const values = { key: 'k', token: 't', login: 'u:p' }
  const sent = tools.map(({ operation }) => operationRequest(operation, '{}', values).headers)
  expect(sent[0]).toMatchObject({ 'X-Key': 'k' })
  expect(sent[1]).toMatchObject({ authorization: 'Bearer t' })
  expect(sent[2]).toEqual({ accept: expect.any(String) as string })
  expect(sent[3]).toMatchObject({ 'X-Key': 'k', authorization: `Basic ${btoa('u:p')}` })
})

test('a way to sign in that no operation names is used by all', () => {
  const { tools, settings } = compile({
    components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } } },
    paths: { '/a': { get: {} } },
  })
  expect(settings).toMatchObject({ required: ['key'] })
  expect(operationRequest(tools[0]!.operation, '{}', { key: 's' }).url.search).toBe('?k=s')
})

test('names are unique, and arguments have names that every service accepts', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true },
    { name: 'id', in: 'query', schema: { type: 'string' } },
    { name: 'filter[a b]', in: 'query', schema: { type: 'string' } },
    { name: '_requestBody', in: 'query', schema: { type: 'string' } },
  ]
  const { tools } = compile({
    paths: {
      '/a/{id}': { get: { operationId: 'x', parameters } },
      '/b/{other}': { get: { operationId: 'x' } },
    },
  })
  expect(tools.map(({ name }) => name)).toEqual(['x', 'x_2'])
  const [first, second] = tools.map((tool) => Object.keys(tool.parameters['properties'] as object))
  expect(first).toEqual(['id', 'query_id', 'filter_a_b_', 'query__requestBody'])
  expect(second).toEqual(['other'])
  const input = { id: 1, query_id: 2, filter_a_b_: 3 }
  expect(operationRequest(tools[0]!.operation, JSON.stringify(input), {}).url.href).toBe(
    'https://api.example.com/v1/a/1?id=2&filter%5Ba%20b%5D=3',
  )
})

const large = join(projectRoot, '../shared/specs/openai-openapi.json')
test.skipIf(!existsSync(large))('a large real document is read', () => {
  const { tools } = compileOpenApi(readFileSync(large, 'utf8'), null, null)
  expect(tools.length).toBeGreaterThan(200)
  for (const { parameters } of tools) {
    expect(JSON.stringify(parameters).length).toBeLessThan(200_000)
  }
})
