import { execFile } from 'node:child_process'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SheetFolder } from '../../shared/plugins/pluginSheet.ts'
import { isWithin } from './closedPlaces.ts'
import { hiddenArgumentsDescriptor, markVariable, scriptEnvironment } from './guardian.ts'
import { socketInside, withForwarder } from './sandboxNetwork.ts'
import { assertPassable, type ServerCommand } from './spawnServer.ts'

const run = promisify(execFile)
const trialMilliseconds = 5000
const places = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

let known: Promise<string | null> | undefined

/**
 * Returns the path of bubblewrap if it works here, else null. Some systems have the program and
 * forbid what it does, so it is tried once.
 */
export function findBubblewrap(): Promise<string | null> {
  known ??= tryBubblewrap()
  return known
}

async function tryBubblewrap(): Promise<string | null> {
  if (process.platform !== 'linux') return null
  for (const path of places) {
    try {
      const trial = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '/bin/true']
      await run(path, trial, { timeout: trialMilliseconds, env: scriptEnvironment })
      return path
    } catch {
      // The next place, or none.
    }
  }
  return null
}

/** A folder or file of the user in a sandbox. */
export interface BoundFolder extends SheetFolder {
  /** Path outside of the sandbox, without links; `path` is the one inside. By default the same. */
  real?: string
}

export interface SandboxAccess {
  /** Folders that the program may use; those that are missing are left out. */
  folders: readonly BoundFolder[]
  /** The network that it reaches: nothing, or what a proxy at this socket lets through. */
  network: 'none' | ProxiedNetwork
}

export interface ProxiedNetwork {
  socket: string
  /** Whether this machine's own ports are among what it lets through. */
  reachesLoopback: boolean
}

/** System paths that every program may read. They hold nothing of the user's. */
const systemPlaces = [
  '/usr',
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/pki',
  '/etc/ssl',
  '/nix/store',
]
const rootLinks = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']

/**
 * Returns the command that runs this one in bubblewrap: with the system and these folders, a home
 * and a /tmp of its own, no other process, and no right to gain rights. Bubblewrap itself runs
 * outside, so it gets none of the program's variables in its environment: it sets them inside.
 */
export async function sandboxLinux(
  bubblewrap: string,
  given: ServerCommand,
  { folders, network }: SandboxAccess,
): Promise<ServerCommand> {
  assertPassable(given)
  const own = { HOME: given.folder, TMPDIR: '/tmp' }
  const command = { ...given, environment: { ...given.environment, ...own } }
  const proxied = network === 'none' ? null : network
  const inner = proxied ? withForwarder(command, proxied.reachesLoopback) : command
  const programs = new Set([command.program, inner.program])
  const flags = [
    // The network is its own too: that of this machine has abstract sockets, such as X11's.
    ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ['--tmpfs', '/etc'],
    ...systemPlaces.map((path) => ['--ro-bind-try', path, path]),
    ...(await rootLinkFlags()),
    ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run'],
    ...(await Promise.all([...programs].map(programPlaces)))
      .flat()
      .map((path) => ['--ro-bind-try', path, path]),
    ...(proxied ? [['--ro-bind', proxied.socket, socketInside]] : []),
    ...folderFlags(command.folder, folders),
    // Read-only: files written anywhere else would be lost with the sandbox, so writing fails.
    ['--remount-ro', '/', '--chdir', command.folder],
  ]
  const hidden = ['--args', String(hiddenArgumentsDescriptor)]
  return {
    program: bubblewrap,
    arguments: [...flags.flat(), ...hidden, '--', inner.program, ...inner.arguments],
    environment: {},
    folder: '/',
    hiddenArguments: Object.entries(inner.environment).flatMap(setVariable),
  }
}

/**
 * A later flag wins: what is said of an inner folder counts there. The folder that the program works
 * in is its own to write, unless it is one of the user's.
 */
function folderFlags(own: string, folders: readonly BoundFolder[]): string[][] {
  const isOwn = !folders.some(({ path }) => isWithin(own, path))
  // The system has its links itself, and nothing can be put over them.
  const placed = folders.filter(({ path, real = path }) => path === real || !isWithin(path, '/usr'))
  const inOrder = placed.toSorted((a, b) => a.path.length - b.path.length)
  return [
    ...(isOwn ? [['--bind', own, own]] : []),
    ...inOrder.map(({ path, real = path, access }) => [
      access === 'write' ? '--bind-try' : '--ro-bind-try',
      real,
      path,
    ]),
  ]
}

/** The mark is inherited, so that the processes inside are found by it. */
function setVariable([name, value]: [string, string]): string[] {
  return name === markVariable ? [] : ['--setenv', name, value]
}

/** On most systems /bin is a link to /usr/bin; on others it is a folder of its own. */
async function rootLinkFlags(): Promise<string[][]> {
  const flags: string[][] = []
  for (const path of rootLinks) {
    const found = await lstat(path).catch(() => null)
    if (found?.isSymbolicLink()) flags.push(['--symlink', await readlink(path), path])
    else if (found) flags.push(['--ro-bind', path, path])
  }
  return flags
}

/**
 * Returns what a program outside of the system needs: itself, what its name links to, and the
 * libraries of its installation, but never a folder that holds the user's home.
 */
async function programPlaces(program: string): Promise<string[]> {
  const real = await realpath(program)
  if (real.startsWith('/usr/')) return [program]
  // Parley's own program, which runs as Node, has its libraries beside it.
  if (program === process.execPath && process.versions['electron']) return [dirname(real)]
  const prefix = dirname(dirname(real))
  // A link out of the installation would open another place under its name.
  const parts = [join(prefix, 'bin'), join(prefix, 'lib')]
  const found = await Promise.all(parts.map((part) => realpath(part).catch(() => '')))
  const own = found.every((part) => isWithin(part, prefix)) && !isWithin(homedir(), prefix)
  return [program, real, ...(own ? parts : [])]
}
