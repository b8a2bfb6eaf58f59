import { expect, test } from 'vitest'
import { checkInput } from '../../../src/main/tools/checkInput.ts'
import { openTestPlugins, servePlugin } from './openTestPlugins.ts'

/** Checks a call of a plugin's only tool, whose parameters are a stranger's. */
async function checked(parameters: object, input: Record<string, unknown>): Promise<unknown> {
  const server = await servePlugin()
  const api = (server.manifest['api'] as object[]).map((entry) => ({ ...entry, parameters }))
  server.manifest['api'] = api
  const { install, tools } = openTestPlugins()
  await install(server.manifestUrl)
  const [tool] = await tools()
  return checkInput(tool!, input, new AbortController().signal)
}

const withCity = (city: object) => ({ type: 'object', properties: { city }, required: ['city'] })

test('arguments are checked by the schema of the tool', async () => {
  const parameters = withCity({ enum: ['Paris', 'Rome'] })
  expect(await checked(parameters, { city: 'Rome' })).toBeNull()
  expect(await checked(parameters, { city: 'Oslo' })).toBe(
    'The arguments are wrong. “city” must be equal to one of the allowed values: ["Paris","Rome"].',
  )
})

test('arguments that can’t be checked in time are refused', async () => {
  const city = `${'a'.repeat(50)}b`
  expect(await checked(withCity({ pattern: '^(a+)+$' }), { city })).toBe(
    'The arguments could not be checked. The check takes too long or too much memory',
  )
})

test('a schema that is elsewhere is not fetched', async () => {
  expect(await checked(withCity({ $ref: 'https://evil.test/a.json' }), { city: 'x' })).toBe(
    'The arguments could not be checked. The reference “https://evil.test/a.json” leads to another document',
  )
})
