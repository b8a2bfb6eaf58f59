import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { switches } from '../../commandLine/switches.ts'
import { desktopEntries, type DesktopEntry } from '../../runtime.ts'
import { formatExec, formatString, readDesktopEntry } from './desktopEntry.ts'
import type { LoginStart } from './loginStart.ts'

export interface AutostartOptions {
  folder: string
  /** The name of this package's entry in the menu of the desktop, which portals know Parley by. */
  entry: DesktopEntry
  command: readonly [string, ...string[]]
}

/** Returns the folder whose desktop entries are started when the user signs in. */
export function autostartFolder(env: NodeJS.ProcessEnv): string {
  const chosen = env['XDG_CONFIG_HOME'] ?? ''
  // The specification has relative paths ignored.
  return join(isAbsolute(chosen) ? chosen : join(homedir(), '.config'), 'autostart')
}

/** Starts Parley by a desktop entry, as desktops of Linux do. */
export function createAutostart({ folder, entry, command }: AutostartOptions): LoginStart {
  const pathOf = (name: DesktopEntry): string => join(folder, name)
  const place = pathOf(entry)

  async function write(): Promise<void> {
    const unfinished = join(folder, `.${entry}.${String(process.pid)}`)
    await mkdir(folder, { recursive: true })
    try {
      await writeFile(unfinished, formatEntry(command))
      await rename(unfinished, place)
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  async function remove(names: readonly DesktopEntry[]): Promise<void> {
    for (const name of names) await rm(pathOf(name), { force: true })
  }

  const others = desktopEntries.filter((name) => name !== entry)
  return {
    place,
    async read() {
      const states = await Promise.all(desktopEntries.map((name) => readState(pathOf(name))))
      return { enabled: states.some(({ starts }) => starts), obstacle: null }
    },
    async set(enabled) {
      if (enabled) await write()
      await remove(enabled ? others : desktopEntries)
    },
    async renew() {
      const { isOwn, isWanted, starts } = await readState(place)
      if (isOwn && isWanted && !starts) await write()
    },
  }
}

/** The state of an entry. */
interface EntryState {
  /** Whether Parley wrote it, and not the user or a tool of the desktop. */
  isOwn: boolean
  /** False if the user turned it off in the settings of the desktop. */
  isWanted: boolean
  /** False also if its program is gone. */
  starts: boolean
}

async function readState(path: string): Promise<EntryState> {
  // The desktop can't read what Parley can't.
  const text = await readFile(path, 'utf8').catch(() => '')
  const keys = readDesktopEntry(text)
  const exec = keys.get('Exec') ?? ''
  const isWanted =
    exec !== '' &&
    keys.get('Hidden') !== 'true' &&
    keys.get('X-GNOME-Autostart-enabled') !== 'false'
  return {
    isOwn: exec.endsWith(` ${switches.hidden}`),
    isWanted,
    starts: isWanted && (await isThere(keys.get('TryExec') ?? '')),
  }
}

async function isThere(program: string): Promise<boolean> {
  // A name alone is searched by the desktop, whose path may be another.
  if (!program.startsWith('/')) return true
  return access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Returns the command in a form that desktops start: GLib's don't find a program with a `%`. */
function startable(command: readonly [string, ...string[]]): readonly string[] {
  // The specification forbids an equals sign there, too.
  return /[%=]/.test(command[0]) ? ['/bin/sh', '-c', 'exec "$0" "$@"', ...command] : command
}

/** `TryExec` keeps an entry harmless whose Parley was removed. */
function formatEntry(command: readonly [string, ...string[]]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Parley',
    'Icon=parley',
    `TryExec=${formatString(command[0])}`,
    `Exec=${formatExec(startable([...command, switches.hidden]))}`,
    'Terminal=false',
    'StartupNotify=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}
