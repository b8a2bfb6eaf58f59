import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readAnswer, requestOnce } from '../../../src/main/media/requestOnce.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'

/** Asks a server that begins an answer so, and then closes the connection. */
async function ask(begin: (response: ServerResponse) => void, maxBytes = 1_000_000) {
  const server = createServer((_request, response) => begin(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const context = { provider: 'The service', address, local: true, redact: (text: string) => text }
  const { signal } = new AbortController()
  const fetch = createTransport()
  return requestOnce({ signal, milliseconds: 10_000, context }, async (ending) =>
    readAnswer(await fetch(address, { signal: ending }), maxBytes, address),
  )
}

function cutBehind(text: string, more: object = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', ...more })
    response.write(text, () => response.socket?.end())
  }
}

const job = { request_id: 'r1', status_url: 'https://queue.example/r1' }

test.each([{}, { 'content-length': 10_000 }])(
  'an answer whose JSON came whole is one, whatever breaks behind it (%j)',
  async (headers) => {
    expect((await ask(cutBehind(JSON.stringify(job), headers))).json).toEqual(job)
  },
)

test.each([
  ['half of it', JSON.stringify(job).slice(0, -1)],
  ['a text', 'accepted'],
  ['a number, which may go on', '12'],
  ['nothing', ' '],
])('an answer of which %s came before a break is lost', async (_what, text) => {
  await expect(ask(cutBehind(text))).rejects.toMatchObject({ code: 'connectionFailed' })
})

test('one that is too large is not kept', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(1000) })
  await expect(ask(cutBehind(text), 500)).rejects.toMatchObject({ code: 'tooHeavy' })
  await expect(ask((response) => response.end(text), 500)).rejects.toMatchObject({
    code: 'tooHeavy',
  })
})
