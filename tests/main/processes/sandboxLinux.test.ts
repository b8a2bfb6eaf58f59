import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBubblewrap, sandboxLinux } from '../../../src/main/processes/sandboxLinux.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'
import type { SandboxAccess } from '../../../src/main/processes/sandboxLinux.ts'
import { isRunning, processesWith } from './runningProcesses.ts'
import { temporaryFolder } from './serverScripts.ts'

const bubblewrap = await findBubblewrap()

/** Runs a script of Node, in the sandbox or without it, and returns what it writes. */
async function runScript(script: string, access: SandboxAccess | null): Promise<string[]> {
  const folder = await temporaryFolder()
  const plain = {
    program: process.execPath,
    arguments: ['-e', script],
    environment: { PATH: process.env['PATH'] ?? '', A_SECRET: 'from main' },
    folder,
  }
  const command = access ? await sandboxLinux(bubblewrap ?? '', plain, access) : plain
  const lines: string[] = []
  const server = await spawnServer(command, {
    marks: createServerMarks(join(folder, 'marks')),
    limits: { lineBytes: 100_000, values: 1000 },
    onLine: (line) => lines.push(line),
  })
  const { code } = await server.ended
  if (code !== 0) lines.push(`ended with ${String(code)}: ${server.errorTail()}`)
  return lines
}

const closed: SandboxAccess = { folders: [], network: 'none' }

/** A script that writes "yes" if its expression succeeds, else "no". */
const attempt = (expression: string): string => `
  const fs = require('node:fs'), net = require('node:net')
  Promise.resolve().then(async () => (${expression})).then(
    () => { console.log('yes'); process.exit(0) },
    () => { console.log('no'); process.exit(0) },
  )`

async function secretFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'secret.txt')
  await writeFile(path, 'secret')
  return path
}

async function listener(): Promise<number> {
  const server = createServer((_request, response) => response.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const socketFile = async (): Promise<string> => {
  const path = join(await temporaryFolder(), 'socket')
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  return path
}

const connect = (to: string): string =>
  `new Promise((done, fail) => net.connect(${to}).on('connect', done).on('error', fail))`

const attacks: [string, () => string | Promise<string>][] = [
  ['reads a file of the user', async () => `fs.readFileSync('${await secretFile()}')`],
  [
    'writes beside a file of the user',
    async () => `fs.writeFileSync('${await secretFile()}.x', '')`,
  ],
  ['reads the users of the machine', () => `fs.readFileSync('/etc/passwd')`],
  ['reads beside a program', () => `fs.readFileSync('${process.cwd()}/package.json')`],
  [
    'reaches a port of this machine',
    async () => connect(`${String(await listener())}, '127.0.0.1'`),
  ],
  ['reaches a socket in the file system', async () => connect(`'${await socketFile()}'`)],
  ['signals main', () => `process.kill(${String(process.pid)}, 0)`],
  [
    'reads the environment of main',
    () => `fs.readFileSync('/proc/${String(process.pid)}/environ')`,
  ],
]

test.skipIf(bubblewrap === null).for(attacks)(
  'no program in the sandbox %s',
  async ([, expression]) => {
    const script = attempt(await expression())
    // Without the sandbox it can: otherwise this proved nothing.
    expect(await runScript(script, null)).toStrictEqual(['yes'])
    expect(await runScript(script, closed)).toStrictEqual(['no'])
  },
)

test.skipIf(bubblewrap === null)('a program uses the folders of its sheet as it says', async () => {
  const read = await temporaryFolder()
  const write = await temporaryFolder()
  const outside = await secretFile()
  await writeFile(join(read, 'a.txt'), 'a')
  await symlink(outside, join(read, 'link'))
  const folders = [
    { path: read, access: 'read' as const },
    { path: write, access: 'write' as const },
    { path: join(read, 'missing'), access: 'read' as const },
  ]
  const script = `
    const fs = require('node:fs')
    console.log(fs.readFileSync('${read}/a.txt', 'utf8'))
    fs.writeFileSync('${write}/b.txt', 'b')
    fs.writeFileSync('own.txt', 'c')
    for (const path of ['${read}/b.txt', '/usr/x']) try { fs.writeFileSync(path, ''); console.log('wrote') } catch (error) { console.log(error.code) }
    try { console.log(fs.readFileSync('${read}/link', 'utf8')) } catch (error) { console.log(error.code) }
    console.log(process.env.A_SECRET)`
  expect(await runScript(script, { folders, network: 'none' })).toStrictEqual([
    'a',
    'EROFS',
    'EROFS',
    'ENOENT',
    'from main',
  ])
  expect(await readFile(join(write, 'b.txt'), 'utf8')).toBe('b')
})

test.skipIf(bubblewrap === null)('no variable of a program can be read from outside', async () => {
  const folder = await temporaryFolder()
  const command = await sandboxLinux(
    bubblewrap ?? '',
    { program: process.execPath, arguments: [], environment: { TOKEN: 'hush' }, folder },
    closed,
  )
  expect(command.arguments.join(' ')).not.toContain('hush')
})

test.skipIf(bubblewrap === null)('everything in the sandbox ends with it', async () => {
  const folder = await temporaryFolder()
  const script = `
    process.on('SIGTERM', () => {})
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${folder}'], { detached: true, stdio: 'ignore', env: {} })
    setInterval(() => {}, 1000)
    console.log('runs')`
  const command = await sandboxLinux(
    bubblewrap ?? '',
    {
      program: process.execPath,
      arguments: ['-e', script],
      environment: { PATH: process.env['PATH'] ?? '' },
      folder,
    },
    closed,
  )
  const started = Promise.withResolvers<void>()
  const server = await spawnServer(command, {
    marks: createServerMarks(join(folder, 'marks')),
    limits: { lineBytes: 100_000, values: 1000 },
    onLine: () => started.resolve(),
  })
  await started.promise
  expect((await processesWith(folder)).length).toBeGreaterThan(2)
  await server.stop(50)
  await expect.poll(() => processesWith(folder)).toStrictEqual([])
  await expect.poll(() => isRunning(server.pid)).toBe(false)
})
