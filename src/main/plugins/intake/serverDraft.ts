import { access, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { homedir } from 'node:os'
import type { SheetFolder } from '../../../shared/pluginSheet.ts'
import { withPackage } from '../../mcp/intake/packageCommand.ts'
import { findBubblewrap } from '../../processes/sandboxLinux.ts'
import { compileServer, type DescribedServer } from './compileServer.ts'
import type { Draft } from './draft.ts'

/** Compiles a server into a sheet, with the sandbox that this system has. Errors: as compileServer. */
export async function serverDraft(server: DescribedServer): Promise<Draft> {
  const { config } = server
  if (config.transport !== 'stdio') return compileServer(server, { sandbox: 'none', folders: [] })
  const started = withPackage(config)
  const sandbox = (await findBubblewrap()) === null ? 'none' : 'bubblewrap'
  const named = [...started.arguments, ...(started.folder === null ? [] : [started.folder])]
  const folders = await namedFolders(named)
  return compileServer({ ...server, config: started }, { sandbox, folders })
}

/**
 * Returns what a command or its settings name on this machine: folders to work in, and the scripts
 * that it starts with the package that holds each. In a sandbox it could use none of them otherwise.
 */
export async function namedFolders(parts: readonly string[]): Promise<SheetFolder[]> {
  const folders = new Map<string, SheetFolder>()
  const add = (path: string, access: SheetFolder['access']): void => {
    // All of the home, or of the system, is more than a command can mean.
    if (!`${homedir()}/`.startsWith(path.replace(/\/*$/, '/'))) folders.set(path, { path, access })
  }
  for (const part of parts.filter((named) => isAbsolute(named))) {
    const found = await stat(part).catch(() => null)
    if (found?.isDirectory()) add(part, 'write')
    if (found?.isFile()) add((await packageFolder(part)) ?? part, 'read')
  }
  return [...folders.values()]
}

const nodeModules = `${sep}node_modules${sep}`
const packageFiles = ['package.json', 'pyproject.toml', 'deno.json']

/** Returns the folder that holds a script with all that it is likely to load; null for none. */
async function packageFolder(file: string): Promise<string | null> {
  // What a package of npm depends on lies beside it.
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
