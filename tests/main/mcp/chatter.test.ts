import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { nodeServer, openServers } from './testServers.ts'

const never = new AbortController().signal

/** Returns the file of a server that writes lines to its output before each answer. */
function chattyServer(lines: string): string {
  const file = join(temporaryFolder(), 'server.mjs')
  writeFileSync(
    file,
    `
    import { createInterface } from 'node:readline'
    const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line)
      ${lines}
      if (method === 'initialize') {
        const serverInfo = { name: 'Chatty', version: '1' }
        answer(id, { protocolVersion: '2025-11-25', serverInfo, capabilities: { tools: {} } })
      } else if (method === 'tools/list') {
        answer(id, { tools: [{ name: 'say', inputSchema: { type: 'object' } }] })
      } else if (id !== undefined) answer(id, { content: [{ type: 'text', text: 'said' }] })
    }
  `,
  )
  return file
}

async function chatterOf(lines: string): Promise<string[]> {
  const heard: string[] = []
  const servers = await openServers()
  const server = nodeServer([chattyServer(lines)], { onChatter: (line) => heard.push(line) })
  await servers.describe(server, never)
  const { parts } = await servers.callTool(server, 'say', {}, { signal: never })
  expect(parts).toEqual([{ type: 'text', text: 'said' }])
  return heard
}

test('lines beside the protocol are passed on, and the connection lives on', async () => {
  const heard = await chatterOf(`
    if (method === 'tools/call') {
      console.log('Server is running …')
      console.log('')
      console.log('{"level":"info","message":"called"}')
      console.log('{"jsonrpc": "2.0", "id": ')
    }`)
  expect(heard).toEqual([
    'Server is running …',
    '{"level":"info","message":"called"}',
    '{"jsonrpc": "2.0", "id": ',
  ])
})

test('a program that writes without end is heard for some lines, each of some length', async () => {
  const heard = await chatterOf(`
    for (let count = 0; count < 500; count += 1) console.log('x'.repeat(100_000))`)
  expect(heard).toHaveLength(21)
  expect(new Set(heard.slice(0, -1))).toEqual(new Set(['x'.repeat(4000)]))
  expect(heard.at(-1)).toBe('…')
})
