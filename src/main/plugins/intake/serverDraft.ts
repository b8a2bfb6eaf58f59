import { withPackage } from '../../mcp/intake/packageCommand.ts'
import { findBubblewrap } from '../../processes/sandboxLinux.ts'
import { compileServer, type DescribedServer } from './compileServer.ts'
import type { Draft } from './draft.ts'

/**
 * Compiles a server into a sheet, with the sandbox that this system has. Its folders depend on the
 * settings and are added later (boundFolders). Errors: as compileServer.
 */
export async function serverDraft(server: DescribedServer): Promise<Draft> {
  const { config } = server
  if (config.transport !== 'stdio') return compileServer(server, { sandbox: 'none', folders: [] })
  const sandbox = (await findBubblewrap()) === null ? 'none' : 'bubblewrap'
  return compileServer({ ...server, config: withPackage(config) }, { sandbox, folders: [] })
}
