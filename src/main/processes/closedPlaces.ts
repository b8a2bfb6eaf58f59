import { realpath } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError } from '../../shared/errors.ts'

/**
 * Returns where a path leads, through all links. What is missing at its end stays as it is written.
 */
export async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPlace(parent), basename(path))
  }
}

/**
 * Refuses a real path that no program in a sandbox may get: the home as a whole or a folder that
 * holds it, and whatever touches Parley's data, the keychain's files or the sockets of the session,
 * by which anybody gets the keychain's secrets. `shown` is how the user knows the path.
 * Without a sandbox (`dataFolder` is null) nothing is held, so nothing is refused. Errors:
 * pluginFolderHome, pluginFolderPrivate.
 */
export async function assertOpenable(
  real: string,
  shown: string,
  dataFolder: string | null,
): Promise<void> {
  if (dataFolder === null) return
  const subject = shown === real ? real : `${shown} → ${real}`
  for (const home of await realPlaces([homedir(), userInfo().homedir])) {
    if (isWithin(home, real)) {
      throw new AppError('pluginFolderHome', 'It holds the home folder', { subject })
    }
  }
  for (const place of await realPlaces(privatePlaces(dataFolder))) {
    if (isWithin(place, real) || isWithin(real, place)) {
      const details = { subject, answer: place }
      throw new AppError('pluginFolderPrivate', `It has to do with ${place}`, details)
    }
  }
}

/** Whether a path is a folder, or lies in it. Both are real paths. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

function privatePlaces(dataFolder: string): string[] {
  const home = homedir()
  const data = process.env['XDG_DATA_HOME'] || join(home, '.local/share')
  const session = process.env['XDG_RUNTIME_DIR']
  const keychains = [
    ...[join(data, 'keyrings'), join(data, 'kwalletd'), join(home, '.local/share/keyrings')],
    ...[join(home, '.local/share/kwalletd'), join(home, 'Library/Keychains')],
  ]
  const sockets = ['/run/user', ...(session ? [session] : []), '/tmp/.X11-unix']
  return [dataFolder, ...keychains, ...sockets, '/proc', '/sys', '/dev']
}

async function realPlaces(paths: readonly string[]): Promise<string[]> {
  return [...new Set(await Promise.all(paths.map((path) => realPlace(resolve(path)))))]
}
