import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchServer } from '../../../src/main/mcp/launchServer.ts'
import { createInternetRule } from '../../../src/main/plugins/network/sheetRule.ts'
import { findBubblewrap } from '../../../src/main/processes/sandboxLinux.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import type { McpProcessConfig } from '../../../src/shared/plugins/mcp.ts'
import { attack, cannotWatch } from './attackInNamespace.ts'
import { reachProgram } from './reachProgram.ts'
import type { PlayedAccess } from './sandboxPlay.ts'
import { temporaryFolder } from './serverScripts.ts'

const isConfined = (await findBubblewrap()) !== null

/** The rows of the table: what a program wants, and whether the sandbox lets it. */
const rows = await readRows()

async function readRows(): Promise<Map<string, string>> {
  const page = await readFile(join(import.meta.dirname, '../../../docs/security.md'), 'utf8')
  const [, section = ''] = page.split('### What a sandboxed program reaches')
  const [table = ''] = section.split('\n## ')
  const lines = table.split('\n').filter((line) => line.startsWith('|'))
  return new Map(
    lines.slice(2).map((line) => {
      const [, wish = '', reached = ''] = line.split('|').map((cell) => cell.trim())
      return [wish, reached]
    }),
  )
}

interface Attempts {
  /** Expressions that succeed if the program reaches it, in the sandbox or without one. */
  tried: readonly string[]
  /** Those that prove nothing without the sandbox: they go through its proxy, or work for root. */
  inside?: readonly string[]
}

interface Place {
  /** The folder of Parley's data. */
  data: string
  read: string
  write: string
  /** A port of this machine that answers over TCP and UDP, and sockets that answer. */
  port: number
  socket: string
  abstractSocket: string
  /** Another process of this user, whose arguments hold `mark`. */
  other: number
  mark: string
}

const text = (value: string | number): string => JSON.stringify(value)
const tunnels = (hosts: readonly string[], port = 80): string[] =>
  hosts.map((host) => `tunnel(${text(`${host}:${String(port)}`)})`)

/** Attempts for each row. Those on the internet run in a network namespace. */
const attempts: Readonly<Record<string, (place: Place) => Attempts>> = {
  'Read the system: programs, libraries, certificates, fonts': () => ({
    tried: [
      `fs.readdirSync('/usr/bin')`,
      `fs.readdirSync('/usr/lib')`,
      `fs.readdirSync('/etc/ssl')`,
    ],
  }),
  'Read and run its own program': () => ({
    tried: [`fs.readFileSync(process.argv[1])`, `run(process.execPath, ['--version'])`],
  }),
  'Keep files in its own folder; use an empty `/tmp`': () => ({
    tried: [`fs.writeFileSync('own.txt', '')`],
    inside: [
      `fs.writeFileSync('/tmp/own.txt', '')`,
      `holds(process.env.HOME === process.cwd())`,
      `holds(process.env.TMPDIR === '/tmp')`,
    ],
  }),
  'Use the folders of its sheet, as the sheet says': ({ read, write }) => ({
    tried: [
      `fs.readFileSync(${text(join(read, 'a.txt'))})`,
      `fs.writeFileSync(${text(join(write, 'b.txt'))}, '')`,
      `connect({ path: ${text(join(read, 'socket'))} })`,
    ],
  }),
  'Know its own variables, the user’s name, language, shell and PATH': () => ({
    tried: [`holds(process.env.GIVEN === 'by its sheet')`, `holds(process.env.PATH)`],
  }),
  'Know the machine: its name, kernel, processors, memory, clock': () => ({
    tried: ['os.hostname()', 'os.release()', 'os.cpus()', 'os.totalmem()', 'os.uptime()'].map(
      (known) => `holds(${known})`,
    ),
  }),
  'Use up processor time, memory and the disk': () => ({
    tried: ['cpu time', 'address space', 'file size'].map(
      (limit) => `limit(${text(`Max ${limit}`)})`,
    ),
  }),
  'Listen on its own loopback, and speak with itself there': () => ({
    tried: [`speakWithItself('127.0.0.1')`, `speakWithItself('localhost')`],
  }),
  'Reach this machine’s ports': ({ port }) => ({
    tried: [
      `connect({ host: '127.0.0.1', port: ${text(port)} })`,
      `connect({ host: 'localhost', port: ${text(port)} })`,
      `datagram(${text(port)})`,
    ],
    inside: tunnels(
      [
        ...['127.0.0.1', 'localhost', 'localhost.', '[::1]', '0.0.0.0', '127.1', '0x7f.1'],
        ...['2130706433', '0177.0.0.1', '[::]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]'],
      ],
      port,
    ),
  }),
  'Reach the local network': () => ({
    tried: [`holds(Object.keys(os.networkInterfaces()).some((name) => name !== 'lo'))`],
    inside: tunnels([
      ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '[fd00::1]'],
      ...['[::ffff:192.168.1.1]', '[64:ff9b::c0a8:101]', '[2002:c0a8:101::1]'],
    ]),
  }),
  'Reach metadata services and link-local addresses': () => ({
    tried: [],
    inside: [
      ...tunnels(['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '100.100.100.200']),
      ...tunnels(['[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]', '2852039166', '224.0.0.1']),
    ],
  }),
  'Reach an abstract socket: X11, D-Bus': ({ abstractSocket }) => ({
    tried: [`connect({ path: ${text(abstractSocket)} })`],
  }),
  'Reach a socket in the file system: Wayland, D-Bus, Docker, keys of SSH': ({ socket }) => ({
    tried: [`connect({ path: ${text(socket)} })`],
  }),
  'Read or write the user’s files': ({ read }) => ({
    tried: [
      `fs.readdirSync(${text(homedir())})`,
      `fs.rmdirSync(fs.mkdtempSync(${text(join(homedir(), '.parley-'))}))`,
      `fs.readFileSync(${text(join(read, 'link'))})`,
    ],
  }),
  'Read or write Parley’s data, or another plugin’s': ({ data }) => ({
    tried: ['parley.sqlite', 'other/work/a.txt'].flatMap((name) => [
      `fs.readFileSync(${text(join(data, name))})`,
      `fs.openSync(${text(join(data, name))}, 'r+')`,
    ]),
  }),
  'Write the system, its own program, or a folder that it may read': ({ read }) => ({
    tried: [
      `fs.writeFileSync(${text(join(read, 'new.txt'))}, '')`,
      `fs.appendFileSync(process.argv[1], '')`,
    ],
    inside: ['/usr/a', '/etc/ssl/a', '/a', '/var/a', '/home/a'].map(
      (path) => `fs.writeFileSync(${text(path)}, '')`,
    ),
  }),
  'Read the list of users': () => ({ tried: [`fs.readFileSync('/etc/passwd')`] }),
  'Read the variables of Parley': () => ({
    tried: [`fs.readFileSync('/proc/${String(process.pid)}/environ')`],
    inside: [`holds(process.env.PARLEY_REACH)`],
  }),
  'See, signal or read another process': ({ other, mark }) => ({
    tried: [
      `process.kill(${String(other)}, 0)`,
      `fs.readFileSync('/proc/${String(other)}/environ')`,
      `sees(${text(mark)})`,
    ],
  }),
  'Use a device: disk, camera, microphone, graphics, keyboard': () => ({
    tried: [],
    inside: [`holds(fs.readdirSync('/dev').some((name) => !plainDevices.includes(name)))`],
  }),
  'Write to Parley’s terminal': () => ({
    tried: [],
    inside: [`fs.writeFileSync('/dev/tty', '')`],
  }),
  'Gain rights': () => ({
    tried: [`holds(status('NoNewPrivs') === '0')`],
    inside: [`holds(/[1-9a-f]/.test(status('CapEff') + status('CapBnd') + status('CapInh')))`],
  }),
}

/** Address for attempts in a network that is watched. Nothing answers there. */
const onTheInternet = '9.9.9.9'
const past = [`connect({ host: '${onTheInternet}', port: 443 })`, `send('${onTheInternet}', 443)`]
const watchedAttempts: Readonly<Record<string, Attempts>> = {
  'Reach any address on the internet through Parley': {
    tried: [],
    inside: [`tunnel('${onTheInternet}:443')`],
  },
  'Reach the internet past the proxy: TCP, UDP, names': {
    tried: [...past, `lookup('system.example')`, `resolveBy(null, 'own.example')`],
  },
}

test('each row of what a sandboxed program reaches is tried', () => {
  expect([...rows.keys()].toSorted()).toEqual(
    [...Object.keys(attempts), ...Object.keys(watchedAttempts)].toSorted(),
  )
  expect(new Set(rows.values())).toEqual(new Set(['Yes', 'No']))
})

test.skipIf(!isConfined).for(Object.entries(attempts))('%s', async ([wish, attemptsAt]) => {
  const place = await makePlace()
  const { tried, inside = [] } = attemptsAt(place)
  const all = [...tried, ...inside]
  const expected = rows.get(wish) === 'Yes' ? 'yes' : 'no'
  expect(await runProgram(all, place, 'bubblewrap')).toEqual(
    all.map((expression) => [expression, expected]),
  )
  // Without the sandbox it works: otherwise this proved nothing.
  expect(await runProgram(tried, place, 'none')).toEqual(
    tried.map((expression) => [expression, 'yes']),
  )
})

test.skipIf(cannotWatch).for(Object.entries(watchedAttempts))(
  '%s',
  { timeout: 60_000 },
  async ([wish, { tried, inside = [] }]) => {
    const left = async (access: PlayedAccess, expression: string) => {
      const { packets, names, code } = await attack(access, [expression])
      return [expression, code, packets + names.length > 0]
    }
    const isReached = rows.get(wish) === 'Yes'
    for (const expression of [...tried, ...inside]) {
      expect(await left('internet', expression)).toEqual([expression, 0, isReached])
    }
    for (const expression of tried) {
      expect(await left('unheld', expression)).toEqual([expression, 0, true])
    }
  },
)

/** Starts the program of a plugin as Parley does, and returns what became of each attempt. */
async function runProgram(
  expressions: readonly string[],
  { data, read, write }: Place,
  sandbox: 'bubblewrap' | 'none',
): Promise<unknown> {
  const bundles = join(data, 'bundles')
  await mkdir(join(bundles, 'b1'), { recursive: true })
  await writeFile(join(bundles, 'b1', 'server.cjs'), reachProgram(expressions))
  const config: McpProcessConfig = {
    transport: 'stdio',
    command: process.execPath,
    arguments: ['${__dirname}/server.cjs'],
    environment: { GIVEN: 'by its sheet' },
    folder: null,
    package: null,
    bundle: 'b1',
  }
  const lines: string[] = []
  const server = await launchServer(
    config,
    {
      config,
      values: {},
      tools: null,
      roots: false,
      fetch,
      sandbox,
      folders: [
        { path: read, access: 'read' },
        { path: write, access: 'write' },
      ],
      network: {
        allows: createInternetRule({ localNetwork: false }),
        reachesLoopback: false,
        onRefused: () => undefined,
      },
    },
    (line) => lines.push(line),
    { marks: createServerMarks(join(data, 'marks')), ownFolder: join(data, 'own'), bundles },
    new AbortController().signal,
  )
  await server.ended
  return lines.length === 1 ? JSON.parse(lines[0] ?? '') : [...lines, server.errorTail()]
}

async function makePlace(): Promise<Place> {
  const [data, read, write] = [
    await temporaryFolder(),
    await temporaryFolder(),
    await temporaryFolder(),
  ]
  await mkdir(join(data, 'other/work'), { recursive: true })
  for (const path of [join(data, 'parley.sqlite'), join(data, 'other/work/a.txt')]) {
    await writeFile(path, 'secret')
  }
  await writeFile(join(read, 'a.txt'), 'a')
  await symlink(join(data, 'parley.sqlite'), join(read, 'link'))
  const abstractSocket = `\0/tmp/.X11-unix/X${String(process.pid)}`
  const socket = join(data, 'socket')
  for (const path of [socket, join(read, 'socket'), abstractSocket]) await listen({ path })
  const port = (await listen({ port: 0, host: '127.0.0.1' })).port
  const datagrams = createSocket('udp4')
  datagrams.on('message', (_message, { port: asker, address }) =>
    datagrams.send('answer', asker, address),
  )
  datagrams.bind(port, '127.0.0.1')
  await once(datagrams, 'listening')
  onTestFinished(() => void datagrams.close())
  const mark = `parley-reach-${String(Math.random()).slice(2)}`
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', mark])
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other, 'spawn')
  process.env['PARLEY_REACH'] = 'secret'
  return {
    ...{ data, read, write, port, socket, abstractSocket, mark },
    other: other.pid ?? 0,
  }
}

async function listen(at: { path: string } | { port: number; host: string }): Promise<AddressInfo> {
  const server = createServer((connection) => connection.end())
  server.listen(at)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server.address() as AddressInfo
}
