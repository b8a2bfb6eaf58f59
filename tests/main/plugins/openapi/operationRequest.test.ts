import { expect, test } from 'vitest'
import type { OpenApiOperation } from '../../../../src/main/plugins/openapi/operation.ts'
import { operationRequest } from '../../../../src/main/plugins/openapi/operationRequest.ts'

const none: OpenApiOperation = {
  method: 'GET',
  server: 'https://api.example.com/v1/',
  path: '/pets',
  parameters: [],
  bodyType: null,
  security: [],
}

function parameter(
  name: string,
  place: 'path' | 'query' | 'header' = 'path',
  more: Partial<OpenApiOperation['parameters'][number]> = {},
): OpenApiOperation['parameters'][number] {
  const style = place === 'query' ? 'form' : 'simple'
  return { argument: name, name, in: place, style, explode: place === 'query', ...more }
}

const request = (operation: Partial<OpenApiOperation>, input: object, settings = {}) =>
  operationRequest({ ...none, ...operation }, JSON.stringify(input), settings)

const pet = { path: '/pets/{id}/toys', parameters: [parameter('id')] }

test.each([
  ['7', '7'],
  [7, '7'],
  ['a b', 'a%20b'],
  ['a/b', 'a%2Fb'],
  ['?x=1#y', '%3Fx%3D1%23y'],
  ['%2f', '%252f'],
  ['a;b:c@d', 'a%3Bb%3Ac%40d'],
  ['...', '...'],
  ['日', '%E6%97%A5'],
  ['\ud800', '%EF%BF%BD'],
])('the path argument %j stays in its place', (id, written) => {
  expect(request(pet, { id }).url.href).toBe(`https://api.example.com/v1/pets/${written}/toys`)
})

test.each([
  '..',
  '.',
  '../../admin',
  'a/../../admin',
  '..\\admin',
  '%2e%2e',
  '%2e%2e%2fadmin',
  '..%2fadmin',
  '..%252fadmin',
  '%252e%252e%252fadmin',
  '%25252e%25252e',
  '',
])('the path argument %j is refused', (id) => {
  expect(() => request(pet, { id })).toThrow(
    expect.objectContaining({ code: 'pluginArgumentsInvalid' }),
  )
})

test('dots in neighbouring places make no way up', () => {
  const path = '/x/{a}{b}/y'
  const parameters = [parameter('a'), parameter('b')]
  expect(() => request({ path, parameters }, { a: '.', b: '.' })).toThrow()
  expect(() => request({ path: '/x/.{a}/y', parameters }, { a: '.' })).toThrow()
})

test('a missing path argument is refused', () => {
  expect(() => request(pet, {})).toThrow(
    expect.objectContaining({ code: 'pluginArgumentsInvalid' }),
  )
})

test.each([
  ['text', 'a&b=c', {}, 'q=a%26b%3Dc'],
  ['a list', ['a', 'b'], {}, 'q=a&q=b'],
  ['a list in one field', ['a', 'b'], { explode: false }, 'q=a%2Cb'],
  ['a list with blanks', ['a', 'b'], { style: 'spaceDelimited', explode: false }, 'q=a%20b'],
  ['a list with pipes', ['a', 'b'], { style: 'pipeDelimited', explode: false }, 'q=a%7Cb'],
  ['an object', { a: 1, b: true }, {}, 'a=1&b=true'],
  ['an object in one field', { a: 1, b: true }, { explode: false }, 'q=a%2C1%2Cb%2Ctrue'],
  ['a deep object', { a: 1 }, { style: 'deepObject' }, 'q%5Ba%5D=1'],
  ['JSON', { a: [1] }, { style: 'json' }, 'q=%7B%22a%22%3A%5B1%5D%7D'],
  ['false', false, {}, 'q=false'],
] as const)('a query argument that is %s', (_what, value, more, search) => {
  const { url } = request({ parameters: [parameter('q', 'query', more)] }, { q: value })
  expect(url.href).toBe(`https://api.example.com/v1/pets?${search}`)
})

test('a path that has a query keeps it', () => {
  const operation = {
    path: '/search/?json=1&term={term}',
    parameters: [parameter('term', 'query'), parameter('page', 'query')],
  }
  expect(request(operation, { term: 'a&b=1', page: 2 }).url.href).toBe(
    'https://api.example.com/v1/search/?json=1&term=a%26b%3D1&page=2',
  )
})

test('an argument may have another name than its field', () => {
  const id = parameter('id', 'query', { argument: 'query_id' })
  expect(request({ parameters: [id] }, { query_id: 'x' }).url.search).toBe('?id=x')
})

test('a header argument can’t add headers', () => {
  const operation = { parameters: [parameter('x-tag', 'header')] }
  expect(request(operation, { 'x-tag': 'a' }).headers).toMatchObject({ 'x-tag': 'a' })
  for (const value of ['a\r\nx: y', 'a\nb', 'a\0', '日']) {
    expect(() => request(operation, { 'x-tag': value })).toThrow(
      expect.objectContaining({ code: 'pluginArgumentsInvalid' }),
    )
  }
})

test.each([
  ['application/json', { a: [1] }, '{"a":[1]}'],
  ['application/vnd.api+json', ['x'], '["x"]'],
  ['application/x-www-form-urlencoded', { a: 'x y', b: [1, 2] }, 'a=x+y&b=1&b=2'],
  ['text/plain', 'hello', 'hello'],
])('a body as %s', (bodyType, value, written) => {
  const { body, headers } = request({ method: 'POST', bodyType }, { _requestBody: value })
  expect(body).toBe(written)
  expect(headers['content-type']).toBe(bodyType)
})

test('a form of several parts is read as it was written', async () => {
  const value = { 'a"\r\nb': 'x\r\ny', list: ['1', '2'] }
  const { body, headers } = request(
    { method: 'POST', bodyType: 'multipart/form-data' },
    { _requestBody: value },
  )
  const form = await new Response(body, { headers }).formData()
  expect([...form.entries()]).toEqual([
    ['a"\r\nb', 'x\r\ny'],
    ['list', '1'],
    ['list', '2'],
  ])
})

test.each([
  ['header', 'X-Key', { 'X-Key': 's3 &' }, ''],
  ['query', 'key', {}, '?a=b&key=s3%20%26'],
  ['cookie', 'sid', { cookie: 'sid=s3%20%26' }, ''],
  ['bearer', '', { authorization: 'Bearer s3 &' }, ''],
  ['basic', '', { authorization: `Basic ${btoa('s3 &')}` }, ''],
] as const)('a secret in %s', (place, name, headers, search) => {
  const security = [[{ setting: 'key', in: place, name }]]
  const path = place === 'query' ? '/pets?a=b' : '/pets'
  const planned = request({ security, path }, {}, { key: 's3 &' })
  expect(planned.headers).toMatchObject(headers)
  expect(planned.url.search).toBe(search)
})

test('the first way to sign in with all its settings is taken', () => {
  const credential = (setting: string) => ({ setting, in: 'header', name: setting }) as const
  const security = [[credential('a'), credential('b')], [credential('c')]]
  expect(request({ security }, {}, { a: '1', c: '3' }).headers).toMatchObject({ c: '3' })
  expect(request({ security }, {}, { a: '1', c: '3' }).headers).not.toHaveProperty('a')
  expect(request({ security }, {}, { a: '1', b: '2', c: '3' }).headers).toMatchObject({ a: '1' })
  expect(request({ security }, {}, {}).headers).not.toHaveProperty('a')
})

test('a secret that can’t be a header is refused', () => {
  const security = [[{ setting: 'key', in: 'bearer', name: '' } as const]]
  expect(() => request({ security }, {}, { key: 'a\r\nb' })).toThrow(
    expect.objectContaining({ code: 'pluginSettingsInvalid' }),
  )
})

test.each(['constructor', 'toString', '__proto__'])(
  'the name %s stands for an argument alone',
  (name) => {
    const query = { parameters: [parameter(name, 'query')] }
    expect(request(query, {}).url.search).toBe('')
    expect(operationRequest({ ...none, ...query }, `{"${name}":"x"}`, {}).url.search).toBe(
      `?${name}=x`,
    )
    expect(() => request({ path: `/{${name}}`, parameters: [parameter(name)] }, {})).toThrow()
  },
)

test.each(['[]', 'null', '{', '"x"'])('the arguments %s are refused', (text) => {
  expect(() => operationRequest(none, text, {})).toThrow(
    expect.objectContaining({ code: 'pluginArgumentsInvalid' }),
  )
})
