import { z } from 'zod'
import type { McpConfig } from '../../../shared/plugins/mcp.ts'
import { entryError, secretName, SettingsCollector, type ServerEntry } from './serverEntry.ts'

const inputSchema = z.object({
  description: z.string().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
  is_required: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  is_secret: z.boolean().optional(),
  choices: z.array(z.string()).optional(),
})
type Input = z.infer<typeof inputSchema>
const namedInput = inputSchema.extend({
  name: z.string().min(1),
  variables: z.record(z.string(), inputSchema).optional(),
})
const argumentSchema = inputSchema.extend({
  type: z.enum(['positional', 'named']).default('positional'),
  name: z.string().optional(),
  valueHint: z.string().optional(),
  value_hint: z.string().optional(),
  variables: z.record(z.string(), inputSchema).optional(),
})
type Argument = z.infer<typeof argumentSchema>

const packageSchema = z.object({
  registryType: z.string().optional(),
  registry_type: z.string().optional(),
  registry_name: z.string().optional(),
  identifier: z.string().optional(),
  name: z.string().optional(),
  version: z.string().optional(),
  transport: z.object({ type: z.string() }).optional(),
  environmentVariables: z.array(namedInput).optional(),
  environment_variables: z.array(namedInput).optional(),
  packageArguments: z.array(argumentSchema).optional(),
  package_arguments: z.array(argumentSchema).optional(),
  runtimeArguments: z.array(argumentSchema).optional(),
  runtime_arguments: z.array(argumentSchema).optional(),
})
type Package = z.infer<typeof packageSchema>

const remoteSchema = z.object({
  type: z.string().optional(),
  transport_type: z.string().optional(),
  url: z.string(),
  headers: z.array(namedInput).optional(),
})
type Remote = z.infer<typeof remoteSchema>

const serverSchema = z.object({
  name: z.string().min(1).max(300),
  title: z.string().optional(),
  description: z.string().optional(),
  version: z.string().optional(),
  version_detail: z.object({ version: z.string() }).optional(),
  websiteUrl: z.string().optional(),
  repository: z.object({ url: z.string().optional() }).optional(),
  packages: z.array(packageSchema).optional(),
  remotes: z.array(remoteSchema).optional(),
})

/**
 * Returns the server that a `server.json` of the MCP registry describes, also in an answer of the
 * registry. A server at an address comes before a package: it needs nothing on this machine. Errors:
 * pluginManifestInvalid with the wrong field.
 */
export function readServerJson(value: unknown): ServerEntry {
  const wrapped = z.object({ server: z.unknown() }).safeParse(value)
  const { success, data, error } = serverSchema.safeParse(wrapped.data?.server ?? value)
  if (!success) {
    const [issue] = error.issues
    throw entryError(issue?.path.join('.') ?? 'server.json', issue?.message ?? 'It is wrong')
  }
  const settings = new SettingsCollector()
  const config = configOf(data.remotes ?? [], data.packages ?? [], settings)
  if (!config) throw entryError('packages', 'There is no package or address that Parley can use')
  return {
    name: data.name,
    title: data.title ?? data.name.split('/').at(-1) ?? data.name,
    description: (data.description ?? '').slice(0, 20_000),
    author: data.name.split('/')[0] ?? '',
    homepage: data.websiteUrl ?? data.repository?.url ?? null,
    version: data.version ?? data.version_detail?.version ?? null,
    config,
    settings: settings.schema(),
    values: settings.values,
  }
}

function configOf(
  remotes: readonly Remote[],
  packages: readonly Package[],
  settings: SettingsCollector,
): McpConfig | null {
  const remote = remotes.find(({ url }) => /^https?:/.test(url))
  if (remote) {
    const kind = remote.type ?? remote.transport_type
    return {
      transport: kind === 'sse' ? 'sse' : 'http',
      url: remote.url,
      headers: recordOf(remote.headers ?? [], settings),
    }
  }
  for (const one of packages) {
    const config = packageConfig(one, settings)
    if (config) return config
  }
  return null
}

function packageConfig(one: Package, settings: SettingsCollector): McpConfig | null {
  const type = one.registryType ?? one.registry_type ?? one.registry_name
  const name = one.identifier ?? one.name
  if (name === undefined || (one.transport && one.transport.type !== 'stdio')) return null
  const version = one.version ?? 'latest'
  const variables = one.environmentVariables ?? one.environment_variables ?? []
  const environment = recordOf(variables, settings)
  const runtime = argumentsOf(one.runtimeArguments ?? one.runtime_arguments ?? [], settings)
  const own = argumentsOf(one.packageArguments ?? one.package_arguments ?? [], settings)
  const shared = { transport: 'stdio' as const, environment, folder: null, package: null }
  switch (type) {
    case 'npm':
      return { ...shared, command: 'node', arguments: own, package: { name, version } }
    case 'pypi': {
      const exact = version === 'latest' ? name : `${name}@${version}`
      return { ...shared, command: 'uvx', arguments: [...runtime, exact, ...own] }
    }
    case 'oci': {
      const names = Object.keys(environment).flatMap((variable) => ['-e', variable])
      const image = version === 'latest' || name.includes(':') ? name : `${name}:${version}`
      const parts = ['run', '-i', '--rm', ...names, ...runtime, image, ...own]
      return { ...shared, command: 'docker', arguments: parts }
    }
    default:
      return null
  }
}

function recordOf(
  inputs: readonly z.infer<typeof namedInput>[],
  settings: SettingsCollector,
): Record<string, string> {
  return Object.fromEntries(
    inputs.map((input) => [input.name, valueOf(input.name, input, settings)]),
  )
}

function argumentsOf(inputs: readonly Argument[], settings: SettingsCollector): string[] {
  return inputs.flatMap((input, at) => {
    const hint = input.valueHint ?? input.value_hint
    const name = input.name ?? hint ?? `argument${String(at + 1)}`
    const isFixed = input.value !== undefined
    const isFlag = input.type === 'named' && !isFixed && hint === undefined
    // An argument that the user may leave out can't be left out of a command, so it is not offered.
    if (!isFixed && !isFlag && !isNeeded(input) && input.default === undefined) return []
    if (isFlag) return isNeeded(input) && input.name ? [input.name] : []
    const value = valueOf(name.replace(/^-+/, ''), input, settings)
    return input.type === 'named' && input.name ? [input.name, value] : [value]
  })
}

const isNeeded = (input: Input): boolean => (input.isRequired ?? input.is_required) === true

/** Returns the fixed value with its `{variables}`, or what stands for the setting of this name. */
function valueOf(
  name: string,
  input: Input & { variables?: Record<string, Input> | undefined },
  settings: SettingsCollector,
): string {
  if (input.value === undefined) return settings.add(name, schemaOf(name, input), isNeeded(input))
  return input.value.replace(/\{([\w.-]{1,100})\}/g, (whole, variable: string) => {
    const found = input.variables?.[variable]
    return found ? settings.add(variable, schemaOf(variable, found), isNeeded(found)) : whole
  })
}

function schemaOf(name: string, input: Input): Parameters<SettingsCollector['add']>[1] {
  const isSecret = input.isSecret ?? input.is_secret ?? secretName.test(name)
  return {
    type: 'string',
    ...(input.description !== undefined && { description: input.description.slice(0, 1000) }),
    ...(isSecret && { format: 'password' as const }),
    ...(input.choices && { enum: input.choices }),
    ...(input.default !== undefined && { default: input.default }),
  }
}
