import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { ordinaryUser } from '../../scripts/ordinaryUser.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'

const run = promisify(execFile)
/** A list of all files of the system has some 15 MB. */
const maxBuffer = 2 ** 26
const script = join(import.meta.dirname, 'holdRoot.sh')
/** A user of the root alone, whose folders end with it. */
const user = { name: 'parley-test', home: '/home/parley-test' }

export interface InstalledRoot {
  home: string
  /** Runs a command as root and returns its output. */
  asRoot: (...command: string[]) => Promise<string>
  /** Runs a command as the unprivileged user and returns its output. */
  asUser: (...command: string[]) => Promise<string>
  /**
   * A program that starts a command of the root as the user, and takes arguments. Node's inspector
   * is opened by the environment: an installed Parley opens none for an argument.
   */
  programOf: (command: string) => string
  close: () => Promise<void>
}

/** Returns why this machine can't hold such a root; undefined if it can. */
export function rootObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'the packages are for Linux'
  if (process.getuid?.() !== 0) return 'only root installs a package'
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return 'there is no dpkg-deb'
  if (ordinaryUser(projectRoot, process.execPath).why !== '') {
    return 'no user can make Chromium’s sandbox here, as in a chroot'
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-mounts-'))
  const mounts =
    'mount -t tmpfs t "$1" && mkdir "$1/u" "$1/w" "$1/r" && mount -t overlay -o "lowerdir=/,upperdir=$1/u,workdir=$1/w" o "$1/r"'
  const { status } = spawnSync('unshare', [
    '--mount',
    '--pid',
    '--fork',
    'sh',
    '-c',
    mounts,
    'sh',
    folder,
  ])
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? undefined : 'this machine lets nobody mount an overlay'
}

/** Opens a root that looks like this machine's, with a user, a D-Bus session and a keyring. */
export async function openRoot(): Promise<InstalledRoot> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-root-'))
  const holder = spawn('sh', [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  const children = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')
  const enter = ['--target', children.trim(), '--mount', '--pid', '--root', '--', 'env', '-C', '/']
  const asRoot = async (...command: string[]): Promise<string> => {
    const { stdout } = await run('nsenter', [...enter, ...command], { maxBuffer })
    return stdout
  }
  await asRoot('useradd', '--create-home', user.name)
  const identity = [`--reuid=${user.name}`, `--regid=${user.name}`, '--init-groups']
  const plain = [...enter, 'setpriv', ...identity, 'env', '-i', ...userEnvironment()]
  const become = [...plain, `DBUS_SESSION_BUS_ADDRESS=${await startSession(plain)}`]
  return {
    home: user.home,
    asRoot,
    asUser: async (...command) =>
      (await run('nsenter', [...become, ...command], { maxBuffer })).stdout,
    programOf(command) {
      const file = join(folder, basename(command))
      const words = ['nsenter', ...become, 'NODE_OPTIONS=--inspect=0', command]
        .map((word) => `'${word}'`)
        .join(' ')
      writeFileSync(file, `#!/bin/sh\nexec ${words} "$@"\n`)
      chmodSync(file, 0o755)
      return file
    },
    async close() {
      holder.kill('SIGKILL')
      await once(holder, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function userEnvironment(): string[] {
  const { DISPLAY = '' } = process.env
  return [
    `HOME=${user.home}`,
    `XDG_RUNTIME_DIR=${user.home}/.run`,
    `DISPLAY=${DISPLAY}`,
    'LANG=en_US.UTF-8',
    'PATH=/usr/local/bin:/usr/bin:/bin',
  ]
}

/** Starts a D-Bus session with an unlocked keyring, which ends with the root. Returns its address. */
async function startSession(become: readonly string[]): Promise<string> {
  const commands = [
    'mkdir -p -m 700 "$XDG_RUNTIME_DIR"',
    'printf parley | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
    'echo "$DBUS_SESSION_BUS_ADDRESS"',
    'exec sleep infinity',
  ]
  const given = [...become, 'dbus-run-session', '--', 'sh', '-c', commands.join(' && ')]
  const session = spawn('nsenter', given, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(session.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}
