import { z } from 'zod'
import type { McpProcessConfig } from '../../../shared/plugins/mcp.ts'
import { entryError, SettingsCollector, type ServerEntry } from './serverEntry.ts'

const commandSchema = z.object({
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
})

const userSettingSchema = z.object({
  type: z.enum(['string', 'number', 'boolean', 'file', 'directory']),
  title: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
})

const manifestSchema = z.object({
  name: z.string().min(1).max(300),
  display_name: z.string().optional(),
  version: z.string().max(100).optional(),
  description: z.string().optional(),
  author: z.object({ name: z.string() }).optional(),
  homepage: z.string().optional(),
  server: z.object({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    entry_point: z.string().min(1),
    mcp_config: commandSchema
      .extend({ platform_overrides: z.record(z.string(), commandSchema).optional() })
      .optional(),
  }),
  compatibility: z.object({ platforms: z.array(z.string()).optional() }).optional(),
  user_config: z.record(z.string(), userSettingSchema).optional(),
})
type Manifest = z.infer<typeof manifestSchema>

/** Returns the server that a bundle's manifest describes. Errors: pluginManifestInvalid. */
export function readBundleManifest(
  value: unknown,
  sha256: string,
  platform: string = process.platform,
): ServerEntry {
  const { success, data, error } = manifestSchema.safeParse(value)
  if (!success) {
    const [issue] = error.issues
    throw entryError(issue?.path.join('.') || 'manifest.json', issue?.message ?? 'It is wrong')
  }
  const platforms = data.compatibility?.platforms
  if (platforms && !platforms.includes(platform)) {
    throw entryError('compatibility.platforms', `It runs on ${platforms.join(', ')} only`)
  }
  const settings = new SettingsCollector()
  for (const [name, setting] of Object.entries(data.user_config ?? {})) {
    settings.add(name, schemaOf(setting), setting.required === true)
  }
  return {
    name: data.name,
    title: data.display_name ?? data.name,
    description: (data.description ?? '').slice(0, 20_000),
    author: data.author?.name ?? '',
    homepage: data.homepage ?? null,
    version: data.version ?? null,
    config: configOf(data, sha256, platform),
    settings: settings.schema(),
    values: {},
  }
}

function configOf({ server }: Manifest, sha256: string, platform: string): McpProcessConfig {
  const { platform_overrides: overrides, ...common } = server.mcp_config ?? {}
  const given = { ...common, ...overrides?.[platform] }
  const entry = `\${__dirname}/${server.entry_point}`
  const usual = {
    node: { command: 'node', args: [entry] },
    python: { command: 'python3', args: [entry] },
    uv: { command: 'uv', args: ['run', '--directory', '${__dirname}', entry] },
    binary: { command: entry, args: [] },
  }[server.type]
  return {
    transport: 'stdio',
    command: given.command ?? usual.command,
    arguments: given.args ?? usual.args,
    environment: given.env ?? {},
    folder: null,
    package: null,
    bundle: sha256,
  }
}

function schemaOf(
  setting: z.infer<typeof userSettingSchema>,
): Parameters<SettingsCollector['add']>[1] {
  const { type, title, description, sensitive, default: standard, min, max } = setting
  const isPath = type === 'file' || type === 'directory'
  return {
    type: isPath ? 'string' : type,
    ...(title !== undefined && { title: title.slice(0, 300) }),
    ...(description !== undefined && { description: description.slice(0, 1000) }),
    ...(sensitive && { format: 'password' as const }),
    ...(standard !== undefined && !Array.isArray(standard) && !sensitive && { default: standard }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }
}
