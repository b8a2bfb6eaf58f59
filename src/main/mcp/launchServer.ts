import { mkdir } from 'node:fs/promises'
import { delimiter, dirname } from 'node:path'
import type { McpProcessConfig } from '../../shared/mcp.ts'
import { findProgram } from '../processes/findProgram.ts'
import { loginPath } from '../processes/loginPath.ts'
import type { ServerMarks } from '../processes/serverMarks.ts'
import type { ServerProcess } from '../processes/serverProcess.ts'
import { spawnServer, type ServerCommand } from '../processes/spawnServer.ts'
import { expandArguments, expandRecord, expandVariables } from './expandVariables.ts'
import type { ServerSetup } from './serverSetup.ts'

export interface LaunchDeps {
  marks: ServerMarks
  /** The folder in which a server without one of its own works. */
  workFolder: string
}

/** A message may hold a picture of some megabytes; nobody reads more. */
const limits = { lineBytes: 16 * 1024 * 1024, values: 500_000 }

/** The variables that a program on this system needs to run at all. Nothing else is passed on. */
const passedOn =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATHEXT',
        'PROGRAMDATA',
      ].concat([
        'PROGRAMFILES',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'USERNAME',
        'USERPROFILE',
        'WINDIR',
      ])
    : ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'SHELL', 'TMPDIR', 'USER']

/** Starts the program of a server. Errors: pluginStopped, pluginSettingsInvalid. */
export async function launchServer(
  config: McpProcessConfig,
  setup: ServerSetup,
  onLine: (line: string) => void,
  deps: LaunchDeps,
): Promise<ServerProcess> {
  return spawnServer(await commandOf(config, setup, deps), { marks: deps.marks, limits, onLine })
}

async function commandOf(
  config: McpProcessConfig,
  setup: ServerSetup,
  deps: LaunchDeps,
): Promise<ServerCommand> {
  const path = await loginPath()
  const folder = config.folder === null ? deps.workFolder : expandVariables(config.folder, setup)
  if (config.folder === null) await mkdir(folder, { recursive: true })
  const program = await findProgram(expandVariables(config.command, setup), { path, folder })
  const environment = {
    ...ownEnvironment(),
    // What it starts itself is found beside it first, as in the shell of its own installation.
    PATH: [dirname(program), path].join(delimiter),
    ...expandRecord(config.environment, setup),
  }
  return { program, arguments: expandArguments(config.arguments, setup), environment, folder }
}

function ownEnvironment(): Record<string, string> {
  const entries = passedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
