import { expect, test } from 'vitest'
import type { ServerSetup } from '../../../src/main/mcp/serverSetup.ts'
import { nodeServer, openServers, publishedServer } from './testServers.ts'

const never = new AbortController().signal
const input = { prompt: 'the moon', maxTokens: 50 }
const everything = (setup: Partial<ServerSetup>) =>
  nodeServer([publishedServer('everything'), 'stdio'], setup)

test('a server without the permission is offered no sampling', async () => {
  const servers = await openServers()
  const { tools } = await servers.describe(everything({}), never)
  expect(tools.map(({ name }) => name)).not.toContain('trigger-sampling-request')
})

test('the user reads what is asked, and what goes back', async () => {
  const servers = await openServers()
  const server = everything({ sampling: true })
  const first = servers.nextQuestion()
  const call = servers.callTool(server, 'trigger-sampling-request', input, { signal: never })
  const asked = await first
  expect(asked).toMatchObject({ kind: 'sampling', pluginId: 'server', model: 'Echo 1' })
  expect(JSON.stringify(asked)).toContain('the moon')
  const second = servers.nextQuestion()
  await servers.questions.answer({ questionId: asked.questionId, action: 'accept' })
  const answered = await second
  expect(answered).toMatchObject({ kind: 'sample', inputTokens: 10, dollars: 0.001 })
  await servers.questions.answer({ questionId: answered.questionId, action: 'accept' })
  expect(JSON.stringify((await call).parts)).toContain('It said:')
  expect(servers.opened).toEqual([])
})

test.each([0, 1])('what the user declines does not reach the server (question %i)', async (at) => {
  const servers = await openServers()
  const server = everything({ sampling: true })
  const first = servers.nextQuestion()
  const call = servers.callTool(server, 'trigger-sampling-request', input, { signal: never })
  const answered = call.then(({ parts }) => JSON.stringify(parts)).catch(String)
  let { questionId } = await first
  if (at === 1) {
    const second = servers.nextQuestion()
    await servers.questions.answer({ questionId, action: 'accept' })
    ;({ questionId } = await second)
  }
  await servers.questions.answer({ questionId, action: 'decline' })
  expect(await answered).not.toContain('It said')
})
