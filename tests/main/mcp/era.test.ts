import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createServerMemory } from '../../../src/main/mcp/serverMemory.ts'
import { newestServerFile } from '../../fakes/newestServer.ts'
import { temporaryFolder } from '../processes/serverScripts.ts'
import { nodeServer, openServers, publishedServer } from './testServers.ts'

const never = new AbortController().signal

/**
 * Runs a server, and notes each start and each line that it gets. It adds no listener of its own: that
 * would take the lines that come before the server listens.
 */
async function notedServer(file: string, ...parts: string[]) {
  const notes = join(await temporaryFolder(), 'notes')
  const script = `
    const { appendFileSync } = require('node:fs')
    const note = (text) => appendFileSync(${JSON.stringify(notes)}, text + '\\n')
    note('start')
    const { emit } = process.stdin
    process.stdin.emit = function (name, data) {
      if (name === 'data') String(data).split('\\n').filter(Boolean).forEach((line) => note(JSON.parse(line).method))
      return emit.apply(this, arguments)
    }
    process.argv.splice(1, 0, ${JSON.stringify(file)})
    import(${JSON.stringify(file)})`
  const read = (): string[] => readFileSync(notes, 'utf8').trim().split('\n')
  return { server: nodeServer(['-e', script, ...parts]), read }
}

test('a program of the newest revision alone starts once, and is asked for it at once next time', async () => {
  const servers = await openServers()
  const { server, read } = await notedServer(newestServerFile)
  expect((await servers.describe(server, never)).title).toBe('newest')
  expect(read().filter((line) => line === 'start')).toHaveLength(1)
  expect(read()[1]).toBe('initialize')
  await servers.stop('server')
  const before = read().length
  await servers.describe(server, never)
  expect(read().slice(before, before + 2)).toEqual(['start', 'server/discover'])
})

test('a program that has become older is found again without a second start', async () => {
  const servers = await openServers()
  const { server, read } = await notedServer(publishedServer('memory'))
  const { config } = await server.setup()
  const known = { era: 'modern', prompts: false, resources: false } as const
  await createServerMemory(join(servers.folder, 'servers', 'server')).write(config, known)
  await servers.describe(server, never)
  expect(read().filter((line) => line === 'start')).toHaveLength(1)
  expect(await servers.remembered('server', config)).toMatchObject({ era: 'legacy' })
})
