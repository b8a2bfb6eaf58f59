import { mkdir, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { McpProcessConfig } from '../../shared/plugins/mcp.ts'
import type { SheetFolder } from '../../shared/plugins/pluginSheet.ts'
import { findProgram } from '../processes/findProgram.ts'
import { installPackage } from '../processes/installPackage.ts'
import { loginPath } from '../processes/loginPath.ts'
import { findBubblewrap, sandboxLinux, type SandboxAccess } from '../processes/sandboxLinux.ts'
import { openSandboxNetwork } from '../processes/sandboxNetwork.ts'
import type { ServerMarks } from '../processes/serverMarks.ts'
import type { ServerProcess } from '../processes/serverProcess.ts'
import { spawnServer, type ServerCommand } from '../processes/spawnServer.ts'
import { expandArguments, expandRecord, expandVariables } from './expandVariables.ts'
import type { ServerSetup } from './serverSetup.ts'

export interface LaunchDeps {
  marks: ServerMarks
  /** The folder that is the server's own: its packages, and where it works. */
  ownFolder: string
  /** The folder with the unpacked bundles, each named after its hash. */
  bundles: string
  /** The registry of packages; that of the user's own settings by default. */
  registry?: string | undefined
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

/**
 * Starts the program of a server, in the sandbox that its sheet promises. Errors:
 * pluginNotStarted, pluginSettingsInvalid, pluginSandboxMissing, folderMissing, aborted.
 */
export async function launchServer(
  config: McpProcessConfig,
  setup: ServerSetup,
  onLine: (line: string) => void,
  deps: LaunchDeps,
  signal: AbortSignal,
): Promise<ServerProcess> {
  const { command, readable } = await commandOf(config, setup, deps, signal)
  const options = { marks: deps.marks, limits, onLine }
  if (setup.sandbox === 'none') return spawnServer(command, options)
  const network = await openNetwork(setup.network)
  try {
    const { access, close } = network
    const sandboxed = await inSandbox(command, [...readable, ...setup.folders], access)
    const server = await spawnServer(sandboxed, options)
    void server.ended.then(close)
    return server
  } catch (error) {
    await network.close()
    throw error
  }
}

/** So many hosts of one run are told: a program can ask for any number of them. */
const maxRefusedHosts = 50

async function openNetwork(
  network: ServerSetup['network'],
): Promise<{ access: SandboxAccess['network']; close: () => Promise<void> }> {
  if (network === 'none') return { access: network, close: () => Promise.resolve() }
  const { allows, reachesLoopback, onRefused } = network
  const told = new Set<string>()
  const { socket, close } = await openSandboxNetwork({
    allows,
    onRefused(host) {
      if (told.has(host) || told.size >= maxRefusedHosts) return
      told.add(host)
      onRefused(host)
    },
  })
  return { access: { socket, reachesLoopback }, close }
}

async function inSandbox(
  command: ServerCommand,
  folders: SandboxAccess['folders'],
  network: SandboxAccess['network'],
): Promise<ServerCommand> {
  const bubblewrap = await findBubblewrap()
  if (bubblewrap === null) {
    throw new AppError('pluginSandboxMissing', 'The sandbox of the sheet is missing here')
  }
  return sandboxLinux(bubblewrap, command, { folders, network })
}

async function commandOf(
  config: McpProcessConfig,
  allowed: ServerSetup,
  { ownFolder, bundles, registry }: LaunchDeps,
  signal: AbortSignal,
): Promise<{ command: ServerCommand; readable: SheetFolder[] }> {
  const directory = config.bundle === undefined ? null : join(bundles, config.bundle)
  const setup = { values: allowed.values, directory }
  const path = await loginPath()
  const folder = allowed.workingFolder ?? join(ownFolder, 'work')
  if (allowed.workingFolder === undefined) await mkdir(folder, { recursive: true })
  else await assertFolder(folder)
  const installed =
    config.package &&
    (await installPackage(config.package, {
      directory: join(ownFolder, 'package'),
      signal,
      ...(registry !== undefined && { registry }),
    }))
  const name = installed ? 'node' : expandVariables(config.command, setup)
  const { program, environment: extra } = await findRuntime(name, path, folder)
  const environment = {
    ...ownEnvironment(),
    // The folder of the program comes first, as in its own installation: node finds its own npm.
    PATH: [dirname(program), path].join(delimiter),
    ...extra,
    ...expandRecord(config.environment, setup),
  }
  const parts = expandArguments(config.arguments, setup)
  return {
    command: {
      program,
      arguments: installed ? [installed.file, ...parts] : parts,
      environment,
      folder,
    },
    readable: [installed?.directory, directory]
      .filter((path) => typeof path === 'string')
      .map((path) => ({ path, access: 'read' })),
  }
}

async function assertFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return
  throw new AppError('folderMissing', 'The working folder is not there', { subject: path })
}

/** Finds a program. Where there is no Node, Parley's own runs the servers that need one. */
async function findRuntime(
  name: string,
  path: string,
  folder: string,
): Promise<{ program: string; environment: Record<string, string> }> {
  try {
    return { program: await findProgram(name, { path, folder }), environment: {} }
  } catch (error) {
    if (name !== 'node') throw error
    return { program: process.execPath, environment: { ELECTRON_RUN_AS_NODE: '1' } }
  }
}

function ownEnvironment(): Record<string, string> {
  const entries = passedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
