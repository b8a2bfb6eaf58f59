import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/serverScripts.ts'
import { nodeServer, openServers } from './testServers.ts'

const never = new AbortController().signal

/** Returns a server whose script answers requests with `list` and `call`. */
async function hostileServer(answers: string) {
  const file = join(await temporaryFolder(), 'server.cjs')
  const script = `
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const input = require('node:readline').createInterface(process.stdin)
    const tool = (name, more) => ({ name, inputSchema: { type: 'object' }, ...more })
    let asked = 0
    ${answers}
    input.on('line', (line) => {
      const { id, method, params, result } = JSON.parse(line)
      if (method === undefined) return typeof answered === 'function' && answered(id, result)
      if (id === undefined) return
      if (method === 'initialize') return send({ id, result: {
        protocolVersion: params.protocolVersion, serverInfo: { name: 'hostile', version: '1' },
        capabilities: { tools: { listChanged: true } } } })
      if (method === 'tools/list') return send({ id, result: list(params ?? {}) })
      if (method === 'tools/call') return call(id, params)
      send({ id, error: { code: -32601, message: 'Unknown' } })
    })`
  await writeFile(file, script)
  return nodeServer([file])
}

test('a list of tools that never ends is cut, and its server can be used', async () => {
  const servers = await openServers()
  const server = await hostileServer(
    `const list = () => ({ tools: [tool('t' + asked++)], nextCursor: 'more' })`,
  )
  const { tools } = await servers.describe(server, never)
  expect(tools.map(({ name }) => name)).toEqual(['t0', 't1'])
})

test('a tool whose parameters are nested too deeply is left out, and the others stay', async () => {
  const servers = await openServers()
  const server = await hostileServer(`
    const deep = '{"a":'.repeat(300) + '1' + '}'.repeat(300)
    const list = () => ({ tools: [tool('deep', { inputSchema: { type: 'object', properties: 'DEEP' } }), tool('plain')] })
    const { write } = process.stdout
    process.stdout.write = (text) => write.call(process.stdout, text.replace('"DEEP"', deep))`)
  const { tools } = await servers.describe(server, never)
  expect(tools.map(({ name }) => name)).toEqual(['plain'])
})

test('a list too deep to be read ends the start with a reason', async () => {
  const servers = await openServers()
  const server = await hostileServer(`
    const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)
    const list = () => ({ tools: [tool('deep', { inputSchema: { type: 'object', properties: 'DEEP' } })] })
    const { write } = process.stdout
    process.stdout.write = (text) => write.call(process.stdout, text.replace('"DEEP"', deep))`)
  await expect(servers.describe(server, never)).rejects.toMatchObject({
    code: 'pluginServerFailed',
    details: { answer: expect.stringMatching(/./) as string },
  })
})

test('endless texts of a tool are cut', async () => {
  const servers = await openServers()
  const server = await hostileServer(`
    const endless = 'x'.repeat(3_000_000)
    const list = () => ({ tools: [tool('talks', { title: endless, description: endless })] })`)
  const { tools } = await servers.describe(server, never)
  expect(tools.map(({ title, description }) => [title.length, description.length])).toEqual([
    [300, 20_000],
  ])
})

test('of a server that asks faster than anyone answers ten questions wait, until its call ends', async () => {
  const servers = await openServers()
  const server = await hostileServer(`
    const list = () => ({ tools: [tool('ask')] })
    const call = (id) => {
      for (let n = 0; n < 100; n += 1) send({ id: 'q' + n, method: 'elicitation/create', params: { message: 'Now?', requestedSchema: { type: 'object', properties: {} } } })
      call.id = id
    }
    const answered = () => { asked += 1; if (asked === 90) send({ id: call.id, result: { content: [{ type: 'text', text: 'enough' }] } }) }`)
  const call = servers.callTool(server, 'ask', {}, { signal: never })
  await expect(call).resolves.toMatchObject({ parts: [{ text: 'enough' }] })
  await expect.poll(() => servers.questions.list()).toEqual([])
})
