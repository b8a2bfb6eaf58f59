import { access, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { homedir } from 'node:os'
import type { McpConfig } from '../../../shared/mcp.ts'
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
  const folders = await namedFolders(started)
  return compileServer({ ...server, config: started }, { sandbox, folders })
}

/**
 * Returns what a command names on this machine: folders to work in, and the scripts that it starts
 * with the package that holds each. In a sandbox it could use none of them otherwise.
 */
async function namedFolders(
  config: Extract<McpConfig, { transport: 'stdio' }>,
): Promise<SheetFolder[]> {
  const folders = new Map<string, SheetFolder>()
  const add = (path: string, access: SheetFolder['access']): void => {
    // All of the home, or of the system, is more than a command can mean.
    if (!`${homedir()}/`.startsWith(path.replace(/\/*$/, '/'))) folders.set(path, { path, access })
  }
  for (const part of config.arguments.filter((argument) => isAbsolute(argument))) {
    const found = await stat(part).catch(() => null)
    if (found?.isDirectory()) add(part, 'write')
    if (found?.isFile()) add((await packageFolder(part)) ?? part, 'read')
  }
  if (config.folder !== null && isAbsolute(config.folder)) add(config.folder, 'write')
  return [...folders.values()]
}

const packageFiles = ['package.json', 'pyproject.toml', 'deno.json']

async function packageFolder(file: string): Promise<string | null> {
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
