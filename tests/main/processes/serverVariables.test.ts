import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findBubblewrap, sandboxLinux } from '../../../src/main/processes/sandboxLinux.ts'
import { openSandboxNetwork } from '../../../src/main/processes/sandboxNetwork.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { spawnServer, type ServerCommand } from '../../../src/main/processes/spawnServer.ts'
import { publicHosts } from '../../../src/main/network/hostRule.ts'
import { temporaryFolder } from './serverScripts.ts'

const bubblewrap = await findBubblewrap()
const isConfined = bubblewrap !== null
const run = promisify(execFile)

async function runServer(command: ServerCommand): Promise<string[]> {
  const lines: string[] = []
  const server = await spawnServer(command, {
    marks: createServerMarks(join(await temporaryFolder(), 'marks')),
    limits: { lineBytes: 100_000, values: 1000 },
    onLine: (line) => lines.push(line),
  })
  const { code } = await server.ended
  if (code !== 0) lines.push(`ended with ${String(code)}: ${server.errorTail()}`)
  return lines
}

/** Makes files that each leave a mark when they are run or loaded, and variables that want that. */
async function hostileVariables() {
  const folder = await temporaryFolder()
  const marks = join(folder, 'marks')
  await mkdir(marks)
  const leave = (name: string): string => `: > '${marks}/${name}'`
  const programs = join(folder, 'bin')
  await mkdir(programs)
  for (const name of ['sh', 'bwrap', 'grep', 'sed', 'awk', 'ps', 'sleep', 'env', 'node']) {
    await writeFile(join(programs, name), `#!/bin/sh\n${leave(name)}\n`)
    await chmod(join(programs, name), 0o755)
  }
  await writeFile(join(folder, 'profile'), leave('profile'))
  await writeFile(
    join(folder, 'preload.cjs'),
    `require('fs').writeFileSync('${marks}/nodeOptions', '')`,
  )
  await writeFile(
    join(folder, 'preload.c'),
    `#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void leave(void) { close(open("${marks}/preload", O_CREAT | O_WRONLY, 0600)); }`,
  )
  const library = join(folder, 'preload.so')
  await run('cc', ['-shared', '-fPIC', '-o', library, join(folder, 'preload.c')])
  return {
    folder,
    left: async () => (await readdir(marks)).sort(),
    variables: {
      PATH: programs,
      LD_PRELOAD: library,
      LD_LIBRARY_PATH: programs,
      BASH_ENV: join(folder, 'profile'),
      ENV: join(folder, 'profile'),
      SHELLOPTS: 'xtrace',
      PS4: `$(${leave('trace')})`,
      IFS: '/',
      NODE_OPTIONS: `--require ${join(folder, 'preload.cjs')}`,
      'BASH_FUNC_grep%%': `() { ${leave('function')}; }`,
      'BASH_FUNC_echo%%': `() { ${leave('function')}; }`,
    },
  }
}

const hasCompiler = await run('cc', ['--version']).then(
  () => true,
  () => false,
)

test.skipIf(!isConfined || !hasCompiler).each(['none', 'proxied'] as const)(
  'no variable of a server runs code outside of its sandbox (network: %s)',
  async (kind) => {
    const { folder, variables, left } = await hostileVariables()
    const work = await temporaryFolder()
    // The variables do run code where they are given to a process: otherwise this proved nothing.
    const { LD_PRELOAD, NODE_OPTIONS } = variables
    await run('/bin/true', { env: { LD_PRELOAD } })
    await run(process.execPath, ['-e', ''], { env: { NODE_OPTIONS } })
    expect(await left()).toEqual(['nodeOptions', 'preload'])
    await run('/bin/sh', ['-c', `rm '${folder}'/marks/*`])

    const command = {
      program: process.execPath,
      arguments: ['-e', 'console.log(process.env.PATH, process.env.IFS, process.env.LD_PRELOAD)'],
      // A file that the sandbox can't read would end the program.
      environment: { ...variables, NODE_OPTIONS: '' },
      folder: work,
    }
    const network = await openSandboxNetwork({ allows: publicHosts, onRefused: () => undefined })
    const proxied = { socket: network.socket, reachesLoopback: false }
    const access = { folders: [], network: kind === 'proxied' ? proxied : kind }
    const lines = await runServer(await sandboxLinux(bubblewrap ?? '', command, access))
    await network.close()
    expect(lines).toEqual([`${variables.PATH} / ${LD_PRELOAD}`])
    expect(await left()).toEqual([])
  },
)

test.skipIf(!isConfined)(
  'the relay of a sandbox does not run with the server’s variables',
  async () => {
    const work = await temporaryFolder()
    const preload = join(work, 'preload.cjs')
    await writeFile(preload, `console.log('loaded')`)
    const network = await openSandboxNetwork({ allows: publicHosts, onRefused: () => undefined })
    const command = {
      program: process.execPath,
      arguments: ['-e', `console.log('runs', 'PARLEY_SERVER_VARIABLES' in process.env)`],
      environment: { NODE_OPTIONS: `--require ${preload}` },
      folder: work,
    }
    const access = { folders: [], network: { socket: network.socket, reachesLoopback: false } }
    const lines = await runServer(await sandboxLinux(bubblewrap ?? '', command, access))
    await network.close()
    expect(lines).toEqual(['loaded', 'runs false'])
  },
)

test.skipIf(process.platform === 'win32')(
  'a server without a sandbox gets its variables, as they are',
  async () => {
    const environment = {
      ...{ A: '', B: `two\nlines "and" 'quotes' $HOME \`id\` \\`, PATH: '/nowhere', IFS: 'x' },
      ...{ PARLEY_SERVER: 'forged', mark: 'own', i: '5', server: '1' },
    }
    const lines = await runServer({
      program: process.execPath,
      arguments: ['-e', `console.log(JSON.stringify({ ...process.env }))`, 'a b', '$HOME'],
      environment,
      folder: await temporaryFolder(),
    })
    const { PARLEY_SERVER: mark, ...given } = JSON.parse(lines[0] ?? '{}') as Record<string, string>
    expect(mark).toMatch(/^[\da-f-]{36}$/)
    const { PARLEY_SERVER: _, ...expected } = environment
    expect(given).toMatchObject(expected)
    expect(Object.keys(given).filter((name) => name.startsWith('PARLEY_'))).toEqual([])
  },
)

const unpassable: [string, Partial<ServerCommand>][] = [
  ['a name with =', { environment: { 'PATH=/tmp:': 'x' } }],
  ['an empty name', { environment: { '': 'x' } }],
  ['a name with NUL', { environment: { 'A\0B': 'x' } }],
  ['a value with NUL', { environment: { A: 'x\0--bind\0/\0/' } }],
  ['an argument with NUL', { arguments: ['a\0b'] }],
]

test.for(unpassable)('%s is refused', async ([, part]) => {
  const folder = await temporaryFolder()
  const plain = { program: process.execPath, arguments: [], environment: {}, folder, ...part }
  const refused = expect.objectContaining({ code: 'pluginNotStarted' }) as unknown
  await expect(runServer(plain)).rejects.toEqual(refused)
  if (bubblewrap === null) return
  const confined = sandboxLinux(bubblewrap, plain, { folders: [], network: 'none' })
  await expect(confined).rejects.toEqual(refused)
})
