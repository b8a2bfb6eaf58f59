import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { readdir } from 'node:fs/promises'
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgramRule } from '../../../src/main/plugins/network/sheetRule.ts'
import { findBubblewrap, sandboxLinux } from '../../../src/main/processes/sandboxLinux.ts'
import { openSandboxNetwork } from '../../../src/main/processes/sandboxNetwork.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'
import { canMakeCertificates, makeCertificate } from '../network/makeCertificate.ts'
import { attack, cannotWatch } from './attackInNamespace.ts'
import { attacks } from './sandboxAttack.ts'
import { temporaryFolder } from './serverScripts.ts'

const bubblewrap = await findBubblewrap()
const isConfined = bubblewrap !== null

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Runs a script of Node that reaches these hosts, and returns what it writes. */
async function runScript(
  script: string,
  hosts: readonly string[],
  program: string = process.execPath,
) {
  const folder = await temporaryFolder()
  const refused: string[] = []
  const network = await openSandboxNetwork({
    allows: createProgramRule(hosts),
    onRefused: (host) => refused.push(host),
  })
  const plain = {
    program,
    arguments: ['-e', script],
    environment: { PATH: process.env['PATH'] ?? '' },
    folder,
  }
  const access = { socket: network.socket, reachesLoopback: true }
  const lines: string[] = []
  const server = await spawnServer(
    await sandboxLinux(bubblewrap ?? '', plain, { folders: [], network: access }),
    {
      marks: createServerMarks(join(folder, 'marks')),
      limits: { lineBytes: 100_000, values: 1000 },
      onLine: (line) => lines.push(line),
    },
  )
  const { code } = await server.ended
  await network.close()
  if (code !== 0) lines.push(`ended with ${String(code)}: ${server.errorTail()}`)
  return { lines, refused, socket: network.socket }
}

test.skipIf(!isConfined)('a program reaches a host of its sheet, and no other', async () => {
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      const { method, url, headers } = request
      seen.push([method, url, headers['x-own'], headers['proxy-connection'], body])
    })
    request.on('end', () => response.writeHead(201, { 'x-back': 'b' }).end('answer'))
  })
  const host = `localhost:${String(await listen(server))}`
  const other = `localhost:${String(await listen(createServer()))}`
  const get = (url: string): string =>
    `new Promise((done) => require('node:http').get('${url}', done))`
  const { lines, refused, socket } = await runScript(
    `(async () => {
      const sent = { method: 'POST', body: 'sent', headers: { 'x-own': 'a' } }
      const answer = await fetch('http://${host}/path?q', sent)
      console.log(answer.status, answer.headers.get('x-back'), await answer.text())
      for (const url of ['http://${other}/', 'https://${other}/', 'https://evil.example/']) {
        await fetch(url).catch(() => console.log('failed'))
      }
      console.log((await ${get(`http://${other}/`)}).statusCode)
    })()`,
    [host],
  )
  expect(lines).toStrictEqual(['201 b answer', 'failed', 'failed', 'failed', '403'])
  expect(seen).toStrictEqual([['POST', '/path?q', 'a', undefined, 'sent']])
  expect(refused).toStrictEqual([other, other, 'evil.example', other])
  // Nothing is left of the way out.
  await expect(readdir(dirname(socket))).rejects.toMatchObject({ code: 'ENOENT' })
})

/** A Node of the system that reads no proxy from its environment. */
const oldNode = '/usr/bin/node'
const isOldNode =
  existsSync(oldNode) && spawnSync(oldNode, ['--use-env-proxy', '-e', '']).status !== 0

test.skipIf(!isConfined || !isOldNode || !canMakeCertificates)(
  'a server of an old Node uses the proxy too',
  async () => {
    const answer = (_request: unknown, response: ServerResponse) => void response.end('answer')
    const plain = `localhost:${String(await listen(createServer(answer)))}`
    const secure = `localhost:${String(await listen(createSecureServer(makeCertificate().tls, answer)))}`
    const other = `localhost:${String(await listen(createServer()))}`
    const { lines, refused } = await runScript(
      `process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const { Agent, get } = require('node:http')
    const https = require('node:https')
    const read = (get, url, options) => new Promise((done) =>
      get(url, options, (response) => response.on('data', (chunk) => done(String(chunk))))
        .on('error', (error) => done(error.message)))
    ;(async () => {
      for (const url of ['http://${plain}/', 'https://${secure}/']) {
        console.log(await (await fetch(url)).text())
      }
      console.log(await read(get, 'http://${plain}/', {}))
      console.log(await read(get, 'http://${plain}/', { agent: new Agent({ keepAlive: false }) }))
      console.log(await read(https.get, 'https://${secure}/', {}))
      console.log(await read(get, 'http://${other}/', {}))
      await fetch('http://${other}/').catch(() => console.log('failed'))
      process.exit()
    })()`,
      [plain, secure],
      oldNode,
    )
    expect(lines).toEqual([
      ...Array<string>(5).fill('answer'),
      `The proxy refused ${other} (403)`,
      'failed',
    ])
    expect(refused).toEqual([other, other])
  },
)

test.skipIf(!isConfined)('what goes through a tunnel arrives as it was sent', async () => {
  const echo = createPlainServer((socket) => socket.pipe(socket))
  const port = await listen(echo)
  const { lines } = await runScript(
    `const proxy = new URL(process.env.HTTPS_PROXY)
    const socket = require('node:net').connect(Number(proxy.port), proxy.hostname)
    const bytes = Buffer.alloc(3_000_000, 'abc')
    let length = 0, begun = false
    socket.write('CONNECT localhost:${String(port)} HTTP/1.1\\r\\n\\r\\n')
    socket.on('data', (chunk) => {
      if (!begun) { begun = true; console.log(String(chunk).split('\\r\\n')[0]); socket.end(bytes) }
      else length += chunk.length
    })
    socket.on('end', () => console.log(length))`,
    [`localhost:${String(port)}`],
  )
  expect(lines).toStrictEqual(['HTTP/1.1 200 Connection established', '3000000'])
})

test.skipIf(!isConfined)('a program ends as it would without the way out', async () => {
  const { lines } = await runScript(
    `process.stdin.on('data', () => {}).on('end', () => {})
    console.error('last words'); console.log(process.argv.length); process.exitCode = 7; process.exit()`,
    ['named.example'],
  )
  expect(lines).toStrictEqual(['1', 'ended with 7: last words'])
})

const nothing = { packets: 0, code: 0, errors: '' }
const direct = Object.entries(attacks).flatMap(([name, expression]) =>
  name.startsWith('a tunnel') ? [] : [expression],
)

test.skipIf(cannotWatch)(
  'nothing leaves for another host: no name, no TCP, no UDP',
  async () => {
    const seen = await attack(['named.example'], Object.values(attacks))
    expect(seen).toMatchObject({ ...nothing, names: [] })
    expect(seen.refused).toContain('fetch.example')
    // Only the host of the sheet is looked up. Its address is judged too: this one is reserved.
    const own = await attack(['named.example'], [`tunnel('named.example:443')`])
    expect(own).toMatchObject({ names: ['named.example'], packets: 0, refused: ['named.example'] })
  },
  60_000,
)

test.skipIf(cannotWatch)(
  'a program that may reach the internet reaches it by the proxy alone',
  async () => {
    // All of it leads to addresses that are reserved, so nothing leaves but by a way of its own.
    const past = await attack('internet', Object.values(attacks))
    expect(past).toMatchObject(nothing)
    expect(past.names).toContain('fetch.example')
    expect(past.names).not.toContain('resolver.example')
    const onTheInternet = '9.9.9.9'
    const around = [
      `connect({ host: '${onTheInternet}', port: 443 })`,
      `send('${onTheInternet}', 53)`,
    ]
    expect(await attack('internet', around)).toMatchObject(nothing)
    const { packets, refused } = await attack('internet', [`tunnel('${onTheInternet}:443')`])
    expect(packets).toBeGreaterThan(0)
    expect(refused).toEqual([])
  },
  60_000,
)

test.skipIf(cannotWatch)(
  'without a sandbox the same program reaches the network',
  async () => {
    const { names, packets } = await attack('unheld', direct)
    expect(packets).toBeGreaterThan(3)
    expect(names).toEqual(
      expect.arrayContaining(['system.example', 'resolver.example', 'plain.example']),
    )
  },
  60_000,
)
