import { expect, onTestFinished, test } from 'vitest'
import { createFalApi } from '../../../../../src/main/media/fal/falApi.ts'
import { requestFalToken } from '../../../../../src/main/media/fal/realtime/requestFalToken.ts'
import { createTransport } from '../../../../../src/main/providers/transport/transport.ts'
import { sendJson, startFakeServer } from '../../../../fakes/fakeServer.ts'

/** Requests a token from a server that always gives this answer. */
async function requestWith(answer: unknown): Promise<string> {
  const server = await startFakeServer((_, response) => sendJson(response, 200, answer))
  onTestFinished(() => server.close())
  const account = { id: 'fal', name: 'fal', baseUrl: server.origin, key: async () => 'fal-key' }
  const api = createFalApi(account, { fetch: createTransport(), redact: (text) => text })
  return requestFalToken(api, 'fal-ai/painter/live', new AbortController().signal)
}

test.each(['a token', { detail: 'a token' }])('%j has a token', async (answer) => {
  expect(await requestWith(answer)).toBe('a token')
})

test.each(['', {}, { detail: '' }, 5])('%j has none', async (answer) => {
  await expect(requestWith(answer)).rejects.toMatchObject({ code: 'malformedAnswer' })
})
