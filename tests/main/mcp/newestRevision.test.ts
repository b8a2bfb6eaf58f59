import { expect, onTestFinished, test, vi } from 'vitest'
import type { ServerReference } from '../../../src/main/mcp/mcpServers.ts'
import { newestServerFile, startNewestServer } from '../../fakes/newestServer.ts'
import { addressServer, nodeServer, openServers } from './testServers.ts'

const never = new AbortController().signal

async function overHttp(): Promise<ServerReference> {
  const { url, close } = await startNewestServer()
  onTestFinished(close)
  return addressServer(url)
}

for (const [way, start] of [
  ['stdio', () => Promise.resolve(nodeServer([newestServerFile]))],
  ['HTTP', overHttp],
] as const) {
  test(`a server of the newest revision is described and called over ${way}`, async () => {
    const servers = await openServers()
    const server = await start()
    expect(await servers.describe(server, never)).toMatchObject({
      title: 'newest',
      version: '2.0.0',
      instructions: 'Ask before you deploy.',
      prompts: true,
      resources: true,
    })
    const { parts } = await servers.callTool(server, 'echo', { text: 'ä' }, { signal: never })
    expect(parts).toStrictEqual([{ type: 'text', text: 'ä' }])
  })

  test(`a call over ${way} goes on with the user's answer`, async () => {
    const servers = await openServers()
    const server = await start()
    const asked = servers.nextQuestion()
    const call = servers.callTool(server, 'deploy', { text: 'site' }, { signal: never })
    const question = await asked
    expect(question).toMatchObject({ pluginId: 'server', message: 'Deploy site?', kind: 'form' })
    // An answer to a field that was not asked for does not reach the server.
    const content = { confirm: true, password: 'secret' }
    const { questionId } = question
    await servers.questions.answer({ questionId, action: 'accept', content })
    expect((await call).parts).toStrictEqual([{ type: 'text', text: 'site: true' }])
    expect(servers.questions.list()).toStrictEqual([])
  })

  test(`a call over ${way} that is stopped takes its question back`, async () => {
    const servers = await openServers()
    const server = await start()
    const asked = servers.nextQuestion()
    const stop = new AbortController()
    const call = servers.callTool(server, 'deploy', { text: 'site' }, { signal: stop.signal })
    const failure = expect(call).rejects.toMatchObject({ code: 'aborted' })
    const { questionId } = await asked
    stop.abort()
    await failure
    await vi.waitFor(() => expect(servers.questions.list()).toStrictEqual([]))
    const late = servers.questions.answer({ questionId, action: 'accept', content: {} })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
  })
}

test('an address is opened when the user agrees, and only one that may be', async () => {
  const servers = await openServers()
  const server = await overHttp()
  const asked = servers.nextQuestion()
  const url = 'https://sign.example.com/in?x=1'
  const call = servers.callTool(server, 'sign-in', { text: url }, { signal: never })
  const question = await asked
  expect(question).toMatchObject({ kind: 'address', url, host: 'sign.example.com' })
  expect(servers.opened).toStrictEqual([])
  await servers.questions.answer({ questionId: question.questionId, action: 'accept' })
  expect((await call).parts).toStrictEqual([{ type: 'text', text: 'signed in' }])
  expect(servers.opened).toStrictEqual([url])
  for (const wrong of ['file:///etc/passwd', 'http://sign.example.com/', 'javascript:alert(1)']) {
    await servers.callTool(server, 'sign-in', { text: wrong }, { signal: never }).catch(() => null)
  }
  expect(servers.opened).toStrictEqual([url])
})
