import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeServer, openServers, publishedServer } from './testServers.ts'
import { temporaryFolder } from '../processes/serverScripts.ts'

const never = new AbortController().signal

test('server-everything lists its tools and returns texts, pictures and links', async () => {
  const servers = await openServers()
  const server = nodeServer([publishedServer('everything'), 'stdio'])
  const { title, tools, prompts, resources } = await servers.describe(server, never)
  expect(title).not.toBe('')
  expect(prompts && resources).toBe(true)
  expect(tools.map(({ name }) => name)).toContain('echo')
  const echo = await servers.callTool(server, 'echo', { message: 'hé' }, { signal: never })
  expect(echo).toStrictEqual({
    parts: [{ type: 'text', text: 'Echo: hé' }],
    failed: false,
    source: 'server',
  })
  const image = await servers.callTool(server, 'get-tiny-image', {}, { signal: never })
  const [file] = image.parts.filter((part) => part.type === 'file')
  expect(file).toMatchObject({ mediaType: 'image/png' })
  expect(
    Buffer.from(file?.bytes ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  const links = await servers.callTool(
    server,
    'get-resource-links',
    { count: 2 },
    { signal: never },
  )
  const [linked] = links.parts.filter((part) => part.type === 'link')
  expect(linked?.uri).toMatch(/^demo:/)
  // Two uses, one start.
  expect(servers.phases).toStrictEqual(['starting', 'ready'])
})

test('a call tells its progress', async () => {
  const servers = await openServers()
  const server = nodeServer([publishedServer('everything'), 'stdio'])
  const seen: number[] = []
  await servers.callTool(
    server,
    'trigger-long-running-operation',
    { duration: 0.3, steps: 3 },
    { signal: never, onProgress: ({ done }) => seen.push(done) },
  )
  // The server sends the last one behind its result.
  expect(seen.slice(0, 2)).toStrictEqual([1, 2])
})

test('a call that is stopped ends at once, and the server serves on', async () => {
  const servers = await openServers()
  const server = nodeServer([publishedServer('everything'), 'stdio'])
  const stop = new AbortController()
  const call = servers.callTool(
    server,
    'trigger-long-running-operation',
    { duration: 60, steps: 600 },
    { signal: stop.signal, onProgress: () => stop.abort() },
  )
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
  const echo = await servers.callTool(server, 'echo', { message: 'on' }, { signal: never })
  expect(echo.parts).toStrictEqual([{ type: 'text', text: 'Echo: on' }])
  expect(servers.phases).toStrictEqual(['starting', 'ready'])
})

test('server-filesystem reads what is allowed and says what is not', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'note.txt'), 'a note')
  const servers = await openServers()
  const server = nodeServer([publishedServer('filesystem'), '${user_config.folders}'], {
    values: { folders: [folder] },
  })
  const { tools } = await servers.describe(server, never)
  expect(tools.find(({ name }) => name === 'read_text_file')?.hints.readOnly).toBe(true)
  const note = await servers.callTool(
    server,
    'read_text_file',
    { path: join(folder, 'note.txt') },
    { signal: never },
  )
  expect(note.parts).toStrictEqual([{ type: 'text', text: 'a note' }])
  const refused = await servers.callTool(
    server,
    'read_text_file',
    { path: '/etc/hostname' },
    { signal: never },
  )
  expect(refused.failed).toBe(true)
})

test('server-memory keeps what it is told in the file that a setting names', async () => {
  const folder = await temporaryFolder()
  const servers = await openServers()
  const setup = await nodeServer([publishedServer('memory')]).setup()
  if (setup.config.transport !== 'stdio') throw new Error('No program')
  const server = nodeServer([], {
    config: {
      ...setup.config,
      environment: { MEMORY_FILE_PATH: '${user_config.file}' },
    },
    values: { file: join(folder, 'memory.jsonl') },
  })
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }]
  await servers.callTool(server, 'create_entities', { entities }, { signal: never })
  await servers.stop('server')
  const found = await servers.callTool(server, 'search_nodes', { query: 'Ada' }, { signal: never })
  expect(JSON.stringify(found.parts)).toContain('wrote programs')
  expect(servers.phases).toStrictEqual(['starting', 'ready', 'stopped', 'starting', 'ready'])
})

test('server-sequential-thinking answers', async () => {
  const servers = await openServers()
  const server = nodeServer([publishedServer('sequential-thinking')])
  const input = { thought: 'x', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
  const { failed } = await servers.callTool(server, 'sequentialthinking', input, { signal: never })
  expect(failed).toBe(false)
})
