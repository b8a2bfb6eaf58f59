import { access, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { assertOpenable, realPlace } from '../../processes/closedPlaces.ts'
import type { SheetFolder } from '../../../shared/plugins/pluginSheet.ts'

/** A folder or file with the name that the program knows it by, and where it really is. */
export interface PlacedFolder extends SheetFolder {
  real: string
}

/**
 * Returns what a path names on this machine, as a program needs it: a folder to work in, or a
 * script with the package that holds it. In a sandbox it could use neither otherwise. What is no
 * path, or is not there, names nothing. Errors: as assertOpenable.
 */
export async function namedFolders(
  path: string,
  dataFolder: string | null,
): Promise<PlacedFolder[]> {
  const found = isAbsolute(path) ? await stat(path).catch(() => null) : null
  if (!found) return []
  const real = await realPlace(path)
  // A sandbox has a /tmp of its own.
  if (real === '/tmp') return []
  if (found.isDirectory()) {
    await assertOpenable(real, path, dataFolder)
    return withAlias(path, { path: real, real, access: 'write' })
  }
  if (!found.isFile()) return []
  await assertOpenable(real, path, dataFolder)
  const holder = await packageFolder(real, dataFolder)
  const held: PlacedFolder = { path: holder ?? real, real: holder ?? real, access: 'read' }
  return [held, ...withAlias(path, { path: real, real, access: 'read' }).slice(1)]
}

/** Adds the name by which the program knows the place, where that is another one. */
function withAlias(path: string, place: PlacedFolder): PlacedFolder[] {
  const name = resolve(path)
  return name === place.real ? [place] : [place, { ...place, path: name }]
}

const nodeModules = `${sep}node_modules${sep}`
const packageFiles = ['package.json', 'pyproject.toml', 'deno.json']

/**
 * Returns the folder that holds a script with all that it is likely to load; null for none, or for
 * one that is more than a script can mean, such as the home.
 */
async function packageFolder(file: string, dataFolder: string | null): Promise<string | null> {
  const folder = await holderOf(file)
  if (folder === null) return null
  try {
    await assertOpenable(folder, folder, dataFolder)
    return folder
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function holderOf(file: string): Promise<string | null> {
  // Dependencies of an npm package lie beside it, so the whole `node_modules` is needed.
  const at = file.indexOf(nodeModules)
  if (at >= 0) return file.slice(0, at + nodeModules.length - 1)
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    for (const name of packageFiles) {
      const isThere = await access(join(folder, name)).then(
        () => true,
        () => false,
      )
      if (isThere) return folder
    }
  }
  return null
}
