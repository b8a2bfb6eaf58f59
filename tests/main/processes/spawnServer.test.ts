import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer } from '../../../src/main/processes/spawnServer.ts'
import { isRunning } from './runningProcesses.ts'
import { startScript, temporaryFolder } from './serverScripts.ts'

const echo = `process.stdin.on('data', (chunk) => process.stdout.write(chunk))`
/** Starts a process that ignores SIGTERM and tells its id; `options` are those of spawn. */
const child = (options: string): string => `
  const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
  const child = require('node:child_process').spawn(process.execPath, ['-e', deaf], ${options})
  console.log('child ' + child.pid)
`

test('a server reads and writes lines', async () => {
  const { server, line } = await startScript(echo)
  await server.send('{"id":1}')
  expect(await line('{')).toBe('{"id":1}')
})

test('a server that ends tells its status and its last words', async () => {
  const { server } = await startScript(`console.error('no such database'); process.exitCode = 3`)
  expect(await server.ended).toStrictEqual({ code: 3, by: null })
  expect(server.errorTail()).toBe('no such database')
})

test('of an endless error output only the end is kept', async () => {
  const { server } = await startScript(
    `const line = 'x'.repeat(999) + '\\n'
     for (let n = 0; n < 20_000; n++) process.stderr.write(line)
     process.stderr.write('the end')`,
  )
  await server.ended
  expect(server.errorTail().length).toBeLessThanOrEqual(16_000)
  expect(server.errorTail()).toMatch(/the end$/)
})

test('a line without an end ends the server', async () => {
  const { server, lines } = await startScript(
    `const piece = 'x'.repeat(65536); const write = () => process.stdout.write(piece, write); write()`,
  )
  expect(await server.ended).toMatchObject({ by: 'longLine' })
  expect(lines).toStrictEqual([])
})

test('a line with too many values ends the server', async () => {
  const { server } = await startScript(
    `console.log('[' + '[],'.repeat(30_000) + '0]'); setInterval(() => {}, 1000)`,
  )
  expect(await server.ended).toMatchObject({ by: 'longLine' })
})

for (const [name, options] of [
  ['an ordinary child', `{}`],
  ['a child in a session of its own', `{ detached: true, stdio: 'ignore' }`],
  ['a child in a session of its own, with an empty environment', `{ detached: true, env: {} }`],
] as const) {
  test(`stopping a server ends ${name} that ignores SIGTERM`, async () => {
    const { server, line } = await startScript(
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${child(options)}`,
    )
    const pid = Number((await line('child')).split(' ')[1])
    expect(await isRunning(pid)).toBe(true)
    await server.stop(50)
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
}

test('a server that ends leaves no child behind', async () => {
  const { server, line } = await startScript(
    `${child(`{ detached: true, stdio: 'ignore' }`)}; child.unref(); process.stdin.on('data', () => process.exit())`,
  )
  const pid = Number((await line('child')).split(' ')[1])
  await server.send('end')
  await server.ended
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a server that kills its guardian ends with its children', async () => {
  const { server, line } = await startScript(
    `${child(`{ detached: true, stdio: 'ignore' }`)}; process.stdin.on('data', () => process.kill(process.ppid, 'SIGKILL'))`,
  )
  const pid = Number((await line('child')).split(' ')[1])
  await server.send('now')
  await server.ended
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a server gets SIGTERM before it is killed', async () => {
  const { server, line } = await startScript(
    `process.on('SIGTERM', () => { console.error('tidied up'); process.exit(0) })
     setInterval(() => {}, 1000); console.log('ready')`,
  )
  await line('ready')
  await server.stop(1000)
  expect(server.errorTail()).toBe('tidied up')
})

test('a program that can not be started is told and not noted', async () => {
  const folder = await temporaryFolder()
  const marks = createServerMarks(join(folder, 'marks'))
  const command = {
    program: join(folder, 'missing'),
    arguments: [],
    environment: { PATH: process.env['PATH'] ?? '' },
    folder,
  }
  const limits = { lineBytes: 1000, values: 10 }
  const server = await spawnServer(command, { marks, limits, onLine: () => undefined })
  expect(await server.ended).toStrictEqual({ code: 127, by: null })
  expect(server.errorTail()).toContain('missing')
  expect(await readdir(join(folder, 'marks'))).toStrictEqual([])
  const elsewhere = { ...command, folder: join(folder, 'nowhere') }
  const start = spawnServer(elsewhere, { marks, limits, onLine: () => undefined })
  await expect(start).rejects.toMatchObject({ code: 'pluginNotStarted' })
  expect(await readdir(join(folder, 'marks'))).toStrictEqual([])
})
