import { z } from 'zod'
import { toolEffects } from '../chat/parts.ts'

/** An id that is unique on this machine; it is also a part of tool names and keychain items. */
export const pluginIdSchema = z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/)

export const pluginFormats = [
  /** A plugin manifest, with or without an OpenAPI document. */
  'manifest',
  /** ChatGPT's ai-plugin.json, converted. */
  'aiPlugin',
  /** An OpenAPI document alone. */
  'openapi',
  /** A server of the Model Context Protocol. */
  'mcp',
] as const

/** The place that a plugin's description came from, and the hash of what was read there. */
const originSchema = z.object({
  kind: z.enum(['index', 'address', 'file', 'bundle', 'configuration', 'typed']),
  /** The address, the file's name, or the command. */
  location: z.string(),
  /** SHA-256 of the bytes, in hex; empty where nothing was read. */
  sha256: z.string(),
})

export const jsonSchemaSchema = z.record(z.string(), z.unknown())

/** View of a tool's results (MCP Apps) as the server declares it, and who may call the tool. */
const toolViewSchema = z.object({
  /** The resource (`ui://`) that shows the tool's results; null for none. */
  resource: z.string().nullable(),
  forModel: z.boolean(),
  forView: z.boolean(),
})
export type ToolView = z.infer<typeof toolViewSchema>

export const pluginToolSchema = z.object({
  /** The plugin's own name for the tool. */
  name: z.string(),
  /** The name that models use: unique among all tools, 1 to 64 of `[A-Za-z0-9_-]`. */
  callName: z.string().regex(/^[\w-]{1,64}$/),
  title: z.string(),
  description: z.string(),
  /** A JSON Schema of type `object`. */
  parameters: jsonSchemaSchema,
  effect: z.enum(toolEffects),
  /** The host that receives the arguments; null for a process on this machine. */
  destination: z.string().nullable(),
  /** The estimated length of name, description and parameters in tokens. */
  tokens: z.number().int().nonnegative(),
  view: toolViewSchema.optional(),
  /** SHA-256 of name, description, parameters, effect, destination and view, in hex. */
  hash: z.string(),
})
export type PluginTool = z.infer<typeof pluginToolSchema>

/** Kinds of data sent to a host. */
export const sentKinds = ['arguments', 'settings', 'secrets', 'pageRequests'] as const

const sheetHostSchema = z.object({
  /** Host name with the port, if it is not the scheme's own. */
  host: z.string(),
  sends: z.array(z.enum(sentKinds)),
  /** True if the plugin can't work without this host. */
  required: z.boolean(),
})
export type SheetHost = z.infer<typeof sheetHostSchema>

export const sandboxes = ['bubblewrap', 'none'] as const

const sheetFolderSchema = z.object({ path: z.string(), access: z.enum(['read', 'write']) })
export type SheetFolder = z.infer<typeof sheetFolderSchema>

/**
 * Network access of a program: everything, or the hosts of the list, with a port where it has one.
 */
const processNetworkSchema = z.union([
  z.literal('all'),
  z.array(z.string().min(1).max(300)).max(200),
])
export type ProcessNetwork = z.infer<typeof processNetworkSchema>

/** The program that a plugin runs on this machine. */
const sheetProcessSchema = z.object({
  /** The exact command, as it is started. */
  command: z.string(),
  arguments: z.array(z.string()),
  /** Variables with fixed values. Variables from settings are named in `settings`. */
  environment: z.record(z.string(), z.string()),
  /** The sandbox that this system offers. */
  sandbox: z.enum(sandboxes),
  /** Folders that the program may use; it enforces nothing where `sandbox` is `none`. */
  folders: z.array(sheetFolderSchema),
  /** It enforces nothing where `sandbox` is `none`. */
  network: processNetworkSchema,
})
export type SheetProcess = z.infer<typeof sheetProcessSchema>

/** The page that a plugin shows in a chat. */
const sheetPageSchema = z.object({
  url: z.string(),
  mode: z.enum(['iframe', 'module']),
  /** CSS pixels; null for the default size. */
  width: z.number().positive().nullable(),
  height: z.number().positive().nullable(),
})
export type SheetPage = z.infer<typeof sheetPageSchema>

/** Problems and oddities of a plugin that works all the same; the subject is in parentheses. */
export const sheetNoteCodes = [
  /** The index has it under another name (its own). The index's counts. */
  'identifierDiffers',
  /** Its identifier (as it was written) can't be an id as it is. */
  'identifierAltered',
  /** Its name is easily taken for that of another plugin (the other's title). */
  'looksLike',
  /** The name of a tool (the name) is easily taken for that of another tool. */
  'toolLooksLike',
  /** A tool (its name) has no address to send to. */
  'toolWithoutAddress',
  /** A tool (its name) is there twice. The first counts. */
  'toolRepeated',
  /** Data sent to a host (the host) can be read on the way. No secret is sent there. */
  'unencrypted',
  /** Its tools are known once it runs, which the user has to allow first (its title). */
  'toolsUnknown',
  /** Its server lists more tools than Parley takes (the number of those that are left out). */
  'toolsLeftOut',
  /** Its server's list of tools has no end, or repeats itself: it is cut. */
  'toolsCut',
  /** A text (the field) holds characters that can't be seen. */
  'hiddenCharacters',
  /** A way to sign in (its name) that Parley can't use. */
  'signInUnsupported',
  /** It does not get a folder that a setting names (the setting's value). */
  'folderRefused',
  /** A part of its description (its path) that Parley can't use and leaves out. */
  'partLeftOut',
] as const

const sheetNoteSchema = z.object({
  code: z.enum(sheetNoteCodes),
  /** The field, such as `api.0.url`; empty for the whole. */
  path: z.string(),
  subject: z.string(),
})
export type SheetNote = z.infer<typeof sheetNoteSchema>

/**
 * Everything that a plugin is and may do, in one shape for every format. Main enforces it; the user
 * reads it before the installation.
 */
export const pluginSheetSchema = z.object({
  id: pluginIdSchema,
  format: z.enum(pluginFormats),
  origin: originSchema,
  title: z.string(),
  description: z.string(),
  author: z.string(),
  homepage: z.string().nullable(),
  /** An emoji or an address of a picture, which main fetches; null for none. */
  avatar: z.string().nullable(),
  version: z.string().nullable(),
  /** Use of a result: the model reads it, the user reads it, or the page is the answer. */
  type: z.enum(['default', 'markdown', 'standalone']),
  tools: z.array(pluginToolSchema),
  /** The text that it adds to the prompt; null for none. */
  instructions: z.string().nullable(),
  hosts: z.array(sheetHostSchema),
  /** True if one of its hosts is on this machine or in the local network. */
  localNetwork: z.boolean(),
  process: sheetProcessSchema.nullable(),
  page: sheetPageSchema.nullable(),
  /** A JSON Schema of type `object` for its settings; null for none. */
  settings: jsonSchemaSchema.nullable(),
  /** The settings that are kept in the keychain. */
  secretSettings: z.array(z.string()),
  notes: z.array(sheetNoteSchema),
})
export type PluginSheet = z.infer<typeof pluginSheetSchema>

/** The user's choices on a sheet: what it could do and may not. */
export const sheetChoicesSchema = z.object({
  /** Tools that are not offered, by their own names. */
  toolsOff: z.array(z.string()).default([]),
  /** Hosts that may not be reached. */
  hostsOff: z.array(z.string()).default([]),
  instructions: z.boolean().default(true),
  page: z.boolean().default(true),
  /** Hosts that the user lets views reach besides those of the sheet. */
  viewHosts: z.array(z.string().max(300)).max(100).default([]),
  /** True if the page may read settings that are no secrets. */
  pageReadsSettings: z.boolean().default(true),
  localNetwork: z.boolean().default(false),
  /** The folders that the program gets in place of those of the sheet; null for these. */
  folders: z.array(sheetFolderSchema).nullable().default(null),
  /** Network access of the program instead of the sheet's; null for the sheet's. */
  network: processNetworkSchema.nullable().default(null),
  /** True if a server that asks for its folders is told them. */
  roots: z.boolean().default(false),
  /** True if a server may ask for a model's answers, each with the user's word. */
  sampling: z.boolean().default(false),
})
export type SheetChoices = z.infer<typeof sheetChoicesSchema>
