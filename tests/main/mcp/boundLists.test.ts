import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listPrompts } from '../../../src/main/mcp/content/prompts.ts'
import { listResources, listTemplates } from '../../../src/main/mcp/content/resources.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { nodeServer, openServers } from './testServers.ts'

const never = new AbortController().signal

/** Starts a server whose lists go on: `next` is an expression for the next cursor. */
async function openEndless(next: string) {
  const file = join(temporaryFolder(), 'server.mjs')
  writeFileSync(
    file,
    `
    import { createInterface } from 'node:readline'
    const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
    let count = 0
    const entries = {
      'tools/list': (name) => ({ tools: [{ name, inputSchema: { type: 'object' } }] }),
      'prompts/list': (name) => ({ prompts: [{ name }] }),
      'resources/templates/list': (name) => ({
        resourceTemplates: [{ name, uriTemplate: 'file:///' + name + '/{x}' }],
      }),
      'resources/list': (name) => ({ resources: [{ name, uri: 'file:///' + name }] }),
    }
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method, params } = JSON.parse(line)
      if (method === 'initialize') {
        const serverInfo = { name: 'Endless', version: '1' }
        const capabilities = { tools: {}, prompts: {}, resources: {} }
        answer(id, { protocolVersion: '2025-11-25', serverInfo, capabilities })
      } else if (entries[method]) {
        count += 1
        answer(id, { ...entries[method]('entry' + count), nextCursor: ${next} })
      } else if (id !== undefined) answer(id, {})
    }
  `,
  )
  const cut: string[] = []
  const servers = await openServers()
  const server = nodeServer([file], { onListCut: (method) => cut.push(method) })
  return { cut, servers, server }
}

test('a list whose cursor changes for ever keeps its first 50 pages and says so', async () => {
  const { cut, servers, server } = await openEndless('String(count)')
  const { tools, areToolsCut } = await servers.describe(server, never)
  expect(tools).toHaveLength(50)
  expect(areToolsCut).toBe(true)
  expect(cut).toEqual(['tools/list'])
  expect(await servers.use(server, never, listPrompts)).toMatchObject({
    prompts: { length: 50 },
    ...{ leftOut: 0, isCut: true },
  })
  expect(await servers.use(server, never, listTemplates)).toMatchObject({
    templates: { length: 50 },
    ...{ leftOut: 0, isCut: true },
  })
  expect(cut).toEqual(['tools/list', 'prompts/list', 'resources/templates/list'])
})

test('a list whose cursors go round in a circle ends after the first round', async () => {
  const { cut, servers, server } = await openEndless('String(count % 3)')
  const { tools } = await servers.describe(server, never)
  expect(tools.map(({ name }) => name)).toEqual(['entry1', 'entry2', 'entry3', 'entry4'])
  expect(cut).toEqual(['tools/list'])
})

test('a list that ends is whole and not cut', async () => {
  const { cut, servers, server } = await openEndless('count < 50 ? String(count) : undefined')
  const { tools, areToolsCut } = await servers.describe(server, never)
  expect(tools).toHaveLength(50)
  expect(areToolsCut).toBe(false)
  expect(await servers.use(server, never, listPrompts)).toMatchObject({ isCut: false })
  expect(cut).toEqual([])
})

test('each page of resources that the user asks for is read', async () => {
  const { cut, servers, server } = await openEndless('String(count)')
  let cursor: string | undefined
  for (let page = 0; page < 60; page += 1) {
    const { resources, next } = await servers.use(server, never, (client, request) =>
      listResources(client, cursor, request),
    )
    expect(resources).toHaveLength(1)
    cursor = next ?? undefined
  }
  expect(cursor).toBeDefined()
  expect(cut).toEqual(['tools/list'])
})
