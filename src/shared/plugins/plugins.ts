import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { pluginIdSchema, pluginSheetSchema, sheetChoicesSchema } from './pluginSheet.ts'
import { timeSchema } from '../timeSchema.ts'

/** The largest file that the page may hand over: a bundle. */
export const maxBundleBytes = 100 * 1024 * 1024
const maxAddressLength = 2000
const callIdSchema = z.uuid()

/** A place to install a plugin from. */
export const pluginSourceSchema = z.discriminatedUnion('kind', [
  /** An entry of the bundled index. */
  z.object({ kind: z.literal('index'), id: pluginIdSchema }),
  /** A manifest, an ai-plugin.json, an OpenAPI document, a server.json or an MCP server. */
  z.object({ kind: z.literal('address'), url: z.string().max(maxAddressLength) }),
  z.object({
    kind: z.literal('file'),
    name: z.string().max(255),
    /** The server to take of another client's file, which may list several. */
    server: z.string().max(300).optional(),
    bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= maxBundleBytes),
  }),
  /** A program that speaks MCP, as the user types it: one command with its arguments. */
  z.object({ kind: z.literal('command'), command: z.string().min(1).max(maxAddressLength) }),
  /** The newest version of an installed plugin, from where it came. */
  z.object({ kind: z.literal('installed'), id: pluginIdSchema }),
])
export type PluginSource = z.infer<typeof pluginSourceSchema>

/** One difference between two sheets, in the order of weight. Values are written for the user. */
const sheetChangeSchema = z.object({
  /** The field, such as `hosts` or `tools.search.description`. */
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** True if the plugin may do more than before. */
  widens: z.boolean(),
})
export type SheetChange = z.infer<typeof sheetChangeSchema>

/** A plugin that was read and is not installed. Nothing of it has run. */
const inspectionSchema = z.object({
  id: z.uuid(),
  sheet: pluginSheetSchema,
  choices: sheetChoicesSchema,
  /** The changes against the installed version; null if it is not installed. */
  changes: z.array(sheetChangeSchema).nullable(),
})
export type Inspection = z.infer<typeof inspectionSchema>

/** `stopped` plugins offer nothing until the user starts them; `failing` ones say why. */
export const pluginStates = ['ready', 'off', 'settingsMissing', 'failing'] as const

const installedPluginSchema = z.object({
  id: pluginIdSchema,
  sheet: pluginSheetSchema,
  choices: sheetChoicesSchema,
  enabled: z.boolean(),
  state: z.enum(pluginStates),
  /** The names of required settings without a value. */
  missingSettings: z.array(z.string()),
  installedAt: timeSchema,
})
export type InstalledPlugin = z.infer<typeof installedPluginSchema>

/** An entry of the bundled index. */
/** Rating of an entry of the index by Parley's support for it, and the reason. */
const entryMarkSchema = z.object({
  works: z.enum(['works', 'partly', 'not']),
  /**
   * A manifest that is read whole; one whose page is a module; a server at an address, in a package
   * of npm (its name), by another program (its name), or in no way that Parley knows.
   */
  reason: z.enum(['manifest', 'module', 'address', 'package', 'program', 'unknown']),
  subject: z.string(),
})
export type EntryMark = z.infer<typeof entryMarkSchema>

const indexEntrySchema = z.object({
  id: pluginIdSchema,
  title: z.string(),
  description: z.string(),
  author: z.string(),
  /** An emoji, or null where the entry has a picture. */
  avatar: z.string().nullable(),
  homepage: z.string().nullable(),
  category: z.string(),
  tags: z.array(z.string()),
  format: z.enum(['manifest', 'mcp']),
  mark: entryMarkSchema,
})
export type IndexEntry = z.infer<typeof indexEntrySchema>

/** A plugin in one chat. */
const chatPluginSchema = z.object({
  id: pluginIdSchema,
  title: z.string(),
  avatar: z.string().nullable(),
  on: z.boolean(),
  /** The estimated tokens that its tools and instructions add to each request. */
  tokens: z.number().int().nonnegative(),
  tools: z.number().int().nonnegative(),
})
export type ChatPlugin = z.infer<typeof chatPluginSchema>

const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The HTTP request of a call, as it is sent but for secrets. */
const shownRequestSchema = z.object({
  method: z.string(),
  url: z.string(),
  /** Secret values are masked. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().nullable(),
})
export type ShownRequest = z.infer<typeof shownRequestSchema>

export const logVerdicts = ['done', 'failed', 'denied', 'refused', 'stopped', 'noted'] as const

/** A call, or something that was refused or is odd (`noted`), as the log keeps it. */
const logEntrySchema = z.object({
  id: z.number().int().positive(),
  at: timeSchema,
  pluginId: z.string(),
  /** The tool's own name; else the part of the plugin, such as `page`, `output` or `list`. */
  tool: z.string(),
  host: z.string().nullable(),
  /** The arguments as JSON, or the noted text, at most 2,000 characters. */
  arguments: z.string(),
  verdict: z.enum(logVerdicts),
  /** The failure or refusal; null for a call that is done. */
  error: errorSchema.nullable(),
  sentBytes: z.number().int().nonnegative(),
  receivedBytes: z.number().int().nonnegative(),
  durationMilliseconds: z.number().nonnegative().nullable(),
})
export type LogEntry = z.infer<typeof logEntrySchema>

const pluginInput = z.object({ id: pluginIdSchema })
/** Null for the next new chat. */
const chatInput = z.object({ conversationId: z.uuid().nullable() })
const toolInput = pluginInput.extend({
  tool: z.string().max(200),
  arguments: z.string().max(200_000),
})

export const plugins = {
  /** Returns the installed plugins, the newest last. */
  list: method(nothing, z.array(installedPluginSchema)),
  /** Returns the bundled index. */
  index: method(nothing, z.array(indexEntrySchema)),
  /** Returns the servers in another client's file; none for any other file. */
  serversInFile: method(
    z.object({ bytes: z.instanceof(Uint8Array) }),
    z.array(z.object({ name: z.string(), summary: z.string() })),
  ),
  /**
   * Reads a plugin from its source. Runs nothing. Errors: pluginManifestInvalid with the field in
   * `subject`, pluginNotFound, pluginNetworkRefused, connectionFailed.
   */
  inspect: method(z.object({ source: pluginSourceSchema }), inspectionSchema),
  /** Installs what was inspected, or replaces the installed version. Errors: pluginNotFound. */
  install: method(
    z.object({ inspectionId: z.uuid(), choices: sheetChoicesSchema }),
    installedPluginSchema,
  ),
  setChoices: method(pluginInput.extend({ choices: sheetChoicesSchema }), installedPluginSchema),
  setEnabled: method(pluginInput.extend({ enabled: z.boolean() }), installedPluginSchema),
  /**
   * Starts the plugin's MCP server, and reads its tools if they are not known yet; `mcp.stop` ends
   * it. Errors: pluginNotFound, pluginRefused, pluginSettingsInvalid, pluginStopped,
   * pluginSandboxMissing, those of a connection.
   */
  start: method(pluginInput, nothing),
  /** Ends its calls at once, and removes its grants, settings, secrets and files. */
  remove: method(pluginInput, nothing),
  /** Returns the values of the settings that are no secrets, and which secrets have a value. */
  readSettings: method(
    pluginInput,
    z.object({
      values: z.record(z.string(), settingValueSchema),
      secrets: z.array(z.string()),
    }),
  ),
  /** Changes settings; null removes one. Errors: pluginSettingsInvalid, keychainUnavailable. */
  writeSettings: method(
    pluginInput.extend({ values: z.record(z.string(), settingValueSchema) }),
    installedPluginSchema,
  ),
  /** Returns the plugins of a chat. */
  ofChat: method(chatInput, z.array(chatPluginSchema)),
  setInChat: method(chatInput.extend({ id: pluginIdSchema, on: z.boolean() }), nothing),
  /** Returns the request that a call would send. Sends nothing. Errors: pluginArgumentsInvalid. */
  dryRun: method(toolInput, shownRequestSchema.nullable()),
  /** Runs a tool once, as its tester. Errors: those of a call. */
  test: method(
    toolInput.extend({ callId: callIdSchema }),
    z.object({ text: z.string(), failed: z.boolean(), durationMilliseconds: z.number() }),
  ),
  stopTest: method(z.object({ callId: callIdSchema }), nothing),
  /**
   * Returns log entries older than `before`, the newest first: of one plugin, with one of these
   * verdicts, and with this text in the tool's name, the host, the arguments or the error.
   */
  log: method(
    z.object({
      id: pluginIdSchema.optional(),
      verdicts: z.array(z.enum(logVerdicts)).max(logVerdicts.length).optional(),
      text: z.string().max(200).optional(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().positive().max(200),
    }),
    z.array(logEntrySchema),
  ),
  clearLog: method(nothing, nothing),
  /** The new or changed plugins. */
  changed: event(z.array(installedPluginSchema)),
  removed: event(pluginInput),
  logged: event(z.array(logEntrySchema)),
}
