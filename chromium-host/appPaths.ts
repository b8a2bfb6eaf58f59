import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { installedCommand } from './installedCommand.ts'

/** The program that starts the app, which in a source tree takes the app's folder as an argument. */
const executable =
  installedCommand ??
  join(import.meta.dirname, process.platform === 'win32' ? 'electron.cmd' : 'electron')

export interface AppPaths {
  get(name: string): string
  set(name: string, path: string): void
}

/** Returns an XDG user directory, such as Downloads; `~/name` if it is not configured. */
function userFolder(key: string, name: string): string {
  if (process.platform !== 'linux') return join(homedir(), name)
  const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
  try {
    const text = readFileSync(join(config, 'user-dirs.dirs'), 'utf8')
    const path = new RegExp(`^XDG_${key}_DIR="(.+)"$`, 'm').exec(text)?.[1]
    if (path) return path.replace('$HOME', homedir())
  } catch {
    // Not every system has this file.
  }
  return join(homedir(), name)
}

function appData(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (process.platform === 'win32')
    return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}

/** Creates Electron's standard paths for an app of this name. */
export function createAppPaths(nameOf: () => string, userDataSwitch: string): AppPaths {
  const chosen = new Map<string, string>()
  if (userDataSwitch) chosen.set('userData', resolve(userDataSwitch))
  const defaults: Record<string, () => string> = {
    home: homedir,
    appData,
    userData: () => join(get('appData'), nameOf()),
    sessionData: () => get('userData'),
    temp: tmpdir,
    exe: () => executable,
    module: () => executable,
    logs: () =>
      process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Logs', nameOf())
        : join(get('userData'), 'logs'),
    desktop: () => userFolder('DESKTOP', 'Desktop'),
    documents: () => userFolder('DOCUMENTS', 'Documents'),
    downloads: () => userFolder('DOWNLOAD', 'Downloads'),
    music: () => userFolder('MUSIC', 'Music'),
    pictures: () => userFolder('PICTURES', 'Pictures'),
    videos: () => userFolder('VIDEOS', process.platform === 'darwin' ? 'Movies' : 'Videos'),
  }
  const get = (name: string): string => {
    const path = chosen.get(name) ?? defaults[name]?.()
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  return {
    get,
    set: (name, path) => {
      if (!(name in defaults)) throw new Error(`Failed to set '${name}' path`)
      if (!isAbsolute(path)) throw new Error('Path must be absolute')
      chosen.set(name, path)
    },
  }
}
