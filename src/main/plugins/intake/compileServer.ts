import { createHash } from 'node:crypto'
import type { McpConfig, McpProcessConfig } from '../../../shared/plugins/mcp.ts'
import type { PluginSheet, SheetNote, SheetProcess } from '../../../shared/plugins/pluginSheet.ts'
import { isNearbyName, secretMayTravel } from '../../network/hostRule.ts'
import { canonicalJson } from '../sheet/canonicalJson.ts'
import { secretSettings, settingProperties } from '../sheet/secretSettings.ts'
import { sheetHosts } from '../sheet/sheetHosts.ts'
import type { AddNote, Draft } from './draft.ts'
import { manifestError } from './manifestError.ts'
import { joinSettings } from './joinSettings.ts'
import { pluginIdOf } from './pluginId.ts'
import { signInSettings } from './signInSettings.ts'
import { resolveAddress, webAddress } from './resolveAddress.ts'

/** A server of the Model Context Protocol, as its description or the user has it. */
export interface DescribedServer {
  /** The name that becomes the id. */
  name: string
  title: string
  description: string
  author?: string
  homepage?: string | null
  avatar?: string | null
  version: string | null
  config: McpConfig
  /** A JSON Schema of type `object` for its settings; null for none. */
  settings: Record<string, unknown> | null
  /** Values of settings that it came with, such as keys in another client's file. */
  values?: Readonly<Record<string, string>>
  origin: PluginSheet['origin']
  /** The id that the index gives it. */
  indexId?: string
  notes?: readonly SheetNote[]
}

/**
 * Compiles a server into a sheet. Its tools are known only once it runs, which the user has to
 * allow first. Errors: pluginManifestInvalid with the wrong field.
 */
export function compileServer(server: DescribedServer, confinement: Confinement): Draft {
  const notes: SheetNote[] = [...(server.notes ?? [])]
  const note: AddNote = (code, path, subject) =>
    void notes.push({ code, path, subject: subject.slice(0, 300) })
  const { config, name, title, description, version, origin, indexId } = server
  const asked = joinSettings(server.settings, null)
  const settings = joinSettings(asked, signInSettings(config))
  const url = config.transport === 'stdio' ? null : resolveAddress(config.url, null, 'url')
  // Names such as `io.github.user/weather` are usual, so nothing is said about them.
  const id = indexId ?? pluginIdOf(name.replaceAll('/', '.'), 'name', note)
  note('toolsUnknown', 'tools', title)
  if (url && !secretMayTravel(url)) note('unencrypted', 'hosts', url.host)
  return {
    sheet: {
      id,
      format: 'mcp',
      origin,
      title: title.trim() || name,
      description,
      author: server.author ?? '',
      homepage: webAddress(server.homepage),
      avatar: server.avatar ?? null,
      version,
      type: 'default',
      tools: [],
      instructions: null,
      hosts: url ? sheetHosts([{ host: url.host, sends: sentTo(url, asked) }]) : [],
      localNetwork: url !== null && isNearbyName(url),
      process: config.transport === 'stdio' ? processOf(config, confinement) : null,
      page: null,
      settings,
      secretSettings: secretSettings(settings),
      notes,
    },
    program: {
      identifier: name,
      routes: {},
      secretOrigins: [url && secretMayTravel(url) ? url.origin : programOf(config)],
      mcp: { config, areToolsRead: false },
    },
    ...(server.values && { values: server.values }),
  }
}

/** The sandbox that this system offers, and the folders that the command names. */
export type Confinement = Pick<SheetProcess, 'sandbox' | 'folders'>

function processOf(config: McpProcessConfig, confinement: Confinement): SheetProcess {
  const { environment } = config
  const wrong = Object.entries(environment).find((entry) => !isVariable(entry))
  if (wrong) throw manifestError(`env.${wrong[0]}`, 'No program can be given such a variable')
  const [command, ...given] = shownCommand(config)
  return { command, arguments: given, environment, ...confinement, network: 'all' }
}

function isVariable([name, value]: [string, string]): boolean {
  return /^[^=\0]+$/.test(name) && !value.includes('\0')
}

/** Returns a program's command with its arguments, as the user reads it. */
export function shownCommand(config: McpProcessConfig): [command: string, ...given: string[]] {
  const { package: wanted } = config
  return wanted
    ? ['npx', `${wanted.name}@${wanted.version}`, ...config.arguments]
    : [config.command, ...config.arguments]
}

type Sends = PluginSheet['hosts'][number]['sends']

function sentTo(url: URL, settings: Record<string, unknown> | null): Sends {
  const secrets = secretSettings(settings)
  const hasPlain = Object.keys(settingProperties(settings)).length > secrets.length
  const hasSecrets = secrets.length > 0 && secretMayTravel(url)
  return [
    'arguments',
    ...(hasPlain ? (['settings'] as const) : []),
    ...(hasSecrets ? (['secrets'] as const) : []),
  ]
}

/** Returns what secrets of a program are bound to: this exact command. */
function programOf(config: McpConfig): string {
  return `program:${createHash('sha256').update(canonicalJson(config)).digest('hex')}`
}
