import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ServerReference } from '../../../src/main/mcp/mcpServers.ts'
import type { ToolTask } from '../../../src/shared/chat/parts.ts'
import { temporaryFolder } from '../processes/serverScripts.ts'
import { nodeServer, openServers, publishedServer } from './testServers.ts'

const never = new AbortController().signal
const newest = fileURLToPath(new URL('../../fakes/taskServer.ts', import.meta.url))
const everything = nodeServer([publishedServer('everything'), 'stdio'])
const research = 'simulate-research-query'

test('a tool of an older revision that must be a task tells its states and its result', async () => {
  const servers = await openServers()
  const states: string[] = []
  const result = await servers.callTool(
    everything,
    research,
    { topic: 'owls', ambiguous: false },
    { signal: never, onProgress: ({ message }) => states.push(message) },
  )
  expect(JSON.stringify(result.parts)).toContain('owls')
  expect(result.failed).toBe(false)
  expect(new Set(states).size).toBeGreaterThan(1)
})

test('a task asks on its way, and goes on with the answer', async () => {
  const servers = await openServers()
  const asked = servers.nextQuestion()
  const call = servers.callTool(
    everything,
    research,
    { topic: 'python', ambiguous: true },
    { signal: never },
  )
  const { questionId } = await asked
  const content = { interpretation: 'snake' }
  await servers.questions.answer({ questionId, action: 'accept', content })
  expect(JSON.stringify((await call).parts)).toContain('snake')
})

test('a call of the newest revision that becomes a task is asked for until it has ended', async () => {
  const servers = await openServers()
  const states: string[] = []
  const asked = servers.nextQuestion()
  const call = servers.callTool(
    nodeServer([newest]),
    'report',
    {},
    { signal: never, onProgress: ({ message }) => states.push(message) },
  )
  const { questionId, message } = await asked
  expect(message).toBe('Whose report?')
  await servers.questions.answer({ questionId, action: 'accept', content: { name: 'Ada' } })
  expect((await call).parts).toEqual([{ type: 'text', text: 'The report of Ada' }])
  expect(states).toContain('Looking')
})

test('a task whose call is stopped is cancelled', async () => {
  const servers = await openServers()
  const stop = new AbortController()
  const asked = servers.nextQuestion()
  const call = servers.callTool(nodeServer([newest]), 'report', {}, { signal: stop.signal })
  const failure = expect(call).rejects.toMatchObject({ code: 'aborted' })
  await asked
  stop.abort()
  await failure
  // The server has one task for all calls, and tells how it stands.
  const next = servers.callTool(nodeServer([newest]), 'report', {}, { signal: never })
  await expect(next).rejects.toThrow('cancelled')
})

/** Calls a tool that becomes a task, and leaves it as Parley does when it ends. */
async function leaveTask(server: ServerReference): Promise<ToolTask> {
  const servers = await openServers()
  const end = new AbortController()
  const kept = Promise.withResolvers<ToolTask>()
  const asked = servers.nextQuestion()
  const course = { keepTask: kept.resolve, isLeft: () => true }
  const call = servers.callTool(server, 'report', {}, { signal: end.signal, course })
  const failure = expect(call).rejects.toMatchObject({ code: 'aborted' })
  await asked
  end.abort()
  await failure
  await servers.stopAll()
  return kept.promise
}

test('a task outlives Parley: its result is fetched, and the tool is not called again', async () => {
  const file = join(await temporaryFolder(), 'tasks')
  const server = nodeServer([newest, file])
  const task = await leaveTask(server)
  const servers = await openServers()
  const asked = servers.nextQuestion()
  const course = { keepTask: () => undefined, isLeft: () => false, task }
  const call = servers.callTool(server, 'report', {}, { signal: never, course })
  const { questionId } = await asked
  await servers.questions.answer({ questionId, action: 'accept', content: { name: 'Ada' } })
  expect((await call).parts).toEqual([{ type: 'text', text: 'The report of Ada' }])
  expect(await readFile(file, 'utf8')).toBe('called\n')
})

test('a program that ended with its task says so, and another server is not asked for it', async () => {
  const task = await leaveTask(nodeServer([newest]))
  const servers = await openServers()
  const course = { keepTask: () => undefined, isLeft: () => false, task }
  const fetching = { signal: never, course }
  await expect(servers.callTool(nodeServer([newest]), 'report', {}, fetching)).rejects.toThrow(
    'ended with Parley',
  )
  const other = servers.callTool(nodeServer([newest, 'other']), 'report', {}, fetching)
  await expect(other).rejects.toMatchObject({ code: 'pluginChanged' })
})
