import { expect, test } from 'vitest'
import { createOpenApiReader } from '../../../../src/main/plugins/openapi/readOpenApi.ts'

const entry = new URL('../../../../src/main/plugins/openapi/openApiWorker.ts', import.meta.url)
const read = createOpenApiReader(entry)
const readQuickly = createOpenApiReader(entry, {
  milliseconds: 2000,
  megabytes: 256,
  answerBytes: 1_000_000,
})

test('a document is read in a thread', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: {} } } })
  const { tools } = await read({ text, url: 'https://example.com/openapi.json', signIn: 'bearer' })
  expect(tools).toMatchObject([
    {
      name: 'GET /a',
      operation: { security: [[{ setting: 'accessToken', in: 'bearer', name: '' }]] },
    },
  ])
})

test.each([
  ['basic' as const, { description: 'user:password' }],
  ['bearer' as const, {}],
])('the field for %s says how its secret is entered', async (signIn, more) => {
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: {} } } })
  const { settings } = await read({ text, url: 'https://example.com/openapi.json', signIn })
  const accessToken = { type: 'string', format: 'password', title: 'accessToken', ...more }
  expect(settings?.['properties']).toEqual({ accessToken })
})

test.each([
  ['nesting without an end', '['.repeat(5_000_000)],
  ['objects without an end', '{"a":'.repeat(900_000)],
  ['YAML without an end', `a:${' &a [*a,'.repeat(200_000)}`],
])('%s is refused', async (_what, text) => {
  await expect(readQuickly({ text, url: null })).rejects.toMatchObject({
    code: 'pluginManifestInvalid',
  })
})

test('Stop ends the reading', async () => {
  const stop = new AbortController()
  const reading = read({ text: `a:\n${' - [x]\n'.repeat(600_000)}`, url: null }, stop.signal)
  stop.abort()
  await expect(reading).rejects.toMatchObject({ code: 'aborted' })
})
