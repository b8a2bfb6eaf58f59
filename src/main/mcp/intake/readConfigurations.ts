import { z } from 'zod'
import { isObject, objectsOf, textOf, type JsonObject } from '../../../shared/json.ts'
import type { McpConfig } from '../../../shared/plugins/mcp.ts'
import { withPackage } from './packageCommand.ts'
import { parseJsonc } from './parseJsonc.ts'
import { entryError, secretName, SettingsCollector, type ServerEntry } from './serverEntry.ts'

const maxServers = 200
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const configurationSchema = z.object({
  type: z.string().optional(),
  command: z.string().min(1).optional(),
  args: z.array(scalar).optional(),
  env: z.record(z.string(), scalar.nullable()).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.record(z.string(), scalar).optional(),
})
type Configuration = z.infer<typeof configurationSchema>

/**
 * Returns the servers in another client's file: of Claude Desktop, Cursor, VS Code and those that
 * write alike. Keys in it become settings with a value. Entries that can't be read are left out.
 * Errors: pluginManifestInvalid if there is no list of servers.
 */
export function readConfigurations(text: string): ServerEntry[] {
  const file = parseJsonc(text)
  const servers = isObject(file) ? serversOf(file) : null
  if (!isObject(file) || !servers) throw entryError('mcpServers', 'There are no servers')
  const inputs = objectsOf(file['inputs'])
  return Object.entries(servers)
    .slice(0, maxServers)
    .flatMap(([name, value]) => readEntry(name, value, inputs) ?? [])
}

/** Whether a text looks like another client's file. */
export function isConfigurationFile(value: unknown): boolean {
  return isObject(value) && serversOf(value) !== null
}

function serversOf(file: JsonObject): JsonObject | null {
  const inner = file['mcp']
  for (const candidate of [
    file['mcpServers'],
    file['servers'],
    isObject(inner) && inner['servers'],
  ]) {
    if (isObject(candidate)) return candidate
  }
  return null
}

function readEntry(
  name: string,
  value: unknown,
  inputs: readonly JsonObject[],
): ServerEntry | null {
  const parsed = configurationSchema.safeParse(value)
  if (!parsed.success) return null
  const settings = new SettingsCollector()
  const config = configOf(parsed.data, (text) => withInputs(text, inputs, settings), settings)
  if (!config) return null
  return {
    name,
    title: name,
    description: '',
    author: '',
    homepage: null,
    version: null,
    config,
    settings: settings.schema(),
    values: settings.values,
  }
}

function configOf(
  entry: Configuration,
  expand: (text: string) => string,
  settings: SettingsCollector,
): McpConfig | null {
  const url = entry.url ?? entry.serverUrl
  if (entry.command !== undefined) {
    return withPackage({
      transport: 'stdio',
      command: expand(entry.command),
      arguments: (entry.args ?? []).map(expand),
      environment: withoutSecrets(entry.env ?? {}, expand, settings),
      folder: entry.cwd === undefined ? null : expand(entry.cwd),
      package: null,
    })
  }
  if (url === undefined) return null
  const isOld = entry.type === 'sse' || /\/sse\/?$/.test(url)
  return {
    transport: isOld ? 'sse' : 'http',
    url: expand(url),
    headers: withoutSecrets(entry.headers ?? {}, expand, settings),
  }
}

/** Keys go to the keychain, as settings; everything else stays in the configuration. */
function withoutSecrets(
  record: Readonly<Record<string, string | null>>,
  expand: (text: string) => string,
  settings: SettingsCollector,
): Record<string, string> {
  const entries = Object.entries(record).flatMap(([name, value]): [string, string][] => {
    if (value === null) return []
    const expanded = expand(value)
    if (!secretName.test(name) || expanded.includes('${user_config.')) return [[name, expanded]]
    if (value !== '') settings.values[name] = value
    return [[name, settings.add(name, { type: 'string', format: 'password' }, true)]]
  })
  return Object.fromEntries(entries)
}

/** Replaces what VS Code asks the user for, and variables of the environment, by settings. */
function withInputs(
  text: string,
  inputs: readonly JsonObject[],
  settings: SettingsCollector,
): string {
  return text.replace(/\$\{(input|env):([^{}$]{1,200})\}/g, (whole, kind: string, id: string) => {
    if (kind === 'env') {
      const format = secretName.test(id) ? { format: 'password' as const } : {}
      return settings.add(id, { type: 'string', ...format }, true)
    }
    const input = inputs.find((one) => one['id'] === id)
    if (!input) return whole
    const options = Array.isArray(input['options'])
      ? input['options'].filter((option) => typeof option === 'string')
      : []
    const isSecret = input['password'] === true || secretName.test(id)
    const schema = {
      type: 'string' as const,
      description: textOf(input['description']).slice(0, 1000),
      ...(isSecret && { format: 'password' as const }),
      ...(options.length > 0 && { enum: options }),
      ...(typeof input['default'] === 'string' && !isSecret && { default: input['default'] }),
    }
    return settings.add(id, schema, true)
  })
}
