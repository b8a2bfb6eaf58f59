import { AppError } from '../../shared/errors.ts'
import type { PluginTool, SheetChoices, SheetNote } from '../../shared/plugins/pluginSheet.ts'
import type { ChatPlugin } from '../../shared/plugins/plugins.ts'
import { createSerialQueue } from '../../shared/serialQueue.ts'
import { assertConsent, type AskConsent } from '../consent.ts'
import type { ReadTools } from '../mcp/toolDefinitions.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Database } from '../storage/connection.ts'
import { accessFacts, gainedFacts } from './access.ts'
import { withFolders } from './folders/boundFolders.ts'
import { pluginsOff, setInChat } from './chatPlugins.ts'
import { noteToolsLeftOut } from './intake/noteTools.ts'
import { toChatPlugin } from './pluginState.ts'
import type { PluginTable, SettingValues, StoredPlugin } from './pluginTable.ts'
import type { PluginServers } from './pluginServers.ts'
import type { RunningCalls } from './runningCalls.ts'
import { changeSettings, plainSettings, removeSecrets } from './settings/pluginSettings.ts'
import type { SettingChanges } from './settings/pluginSettings.ts'

export interface ManagerDependencies {
  database: Database
  table: PluginTable
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>
  running: Pick<RunningCalls, 'stop'>
  servers: Pick<PluginServers, 'stop' | 'remove'>
  /** Parley's own data, which no program gets. */
  dataFolder: string
  /** Asks the user in main's own dialog. */
  consent: AskConsent
  /** Returns what is odd about the names and texts of a plugin's tools. */
  noteTools: (id: string, tools: readonly PluginTool[]) => SheetNote[]
  onChanged: (plugin: StoredPlugin) => void
  /** Forgets what other features keep of a plugin, such as permissions. */
  onRemoved: (id: string) => void
}

/** The installed plugins, and what the user decides about them. */
export interface Manager {
  list: () => readonly StoredPlugin[]
  /** Runs one change at a time, and tells of the plugin that it leaves. */
  change: (work: () => Promise<StoredPlugin>) => Promise<StoredPlugin>
  /** Asks in main's dialog if the plugin gains access. Errors: consentRefused, pluginChanged. */
  setChoices: (id: string, choices: SheetChoices) => Promise<StoredPlugin>
  /** Asks in main's dialog before a plugin is turned on. Errors: as `setChoices`. */
  setEnabled: (id: string, enabled: boolean) => Promise<StoredPlugin>
  /** Ends its calls at once. Errors: keychainUnavailable if a secret may be left there. */
  remove: (id: string) => Promise<void>
  readSettings: (id: string) => { values: SettingValues; secrets: string[] }
  writeSettings: (id: string, changes: SettingChanges) => Promise<StoredPlugin>
  /** Keeps the tools that the server of this version tells for the first time. */
  setTools: (plugin: StoredPlugin, read: ReadTools<PluginTool>) => Promise<StoredPlugin>
  ofChat: (conversationId: string | null) => ChatPlugin[]
  /** Returns the plugins that are on in a chat; null for the next new one. */
  onIn: (conversationId: string | null) => StoredPlugin[]
  setInChat: (conversationId: string | null, id: string, isOn: boolean) => void
}

/** Errors of all methods: pluginNotFound, diskFull, databaseLocked. */
export function createManager(dependencies: ManagerDependencies): Manager {
  const { database, table, secrets, running, servers, consent, onChanged, onRemoved } = dependencies
  const inTurn = createSerialQueue()

  function find(id: string): StoredPlugin {
    const plugin = table.get(id)
    if (plugin) return plugin
    throw new AppError('pluginNotFound', 'The plugin is not installed', { subject: id })
  }

  function change(work: () => Promise<StoredPlugin>): Promise<StoredPlugin> {
    return inTurn(async () => {
      const changed = await work()
      onChanged(changed)
      return changed
    })
  }

  /**
   * Saves a decision and ends the calls that ran by the earlier one, at once: a change that waits
   * for the keychain must not hold it up.
   */
  function update(id: string, changes: Partial<StoredPlugin>): StoredPlugin {
    const plugin = { ...find(id), ...changes }
    table.save(plugin)
    running.stop(id)
    servers.stop(id)
    onChanged(plugin)
    return plugin
  }

  /**
   * Asks the user for what a plugin would gain: a program, folders, hosts. Returns the sheet and the
   * choices with the folders that were shown.
   */
  async function askFor(
    before: StoredPlugin,
    changes: Partial<StoredPlugin>,
    asking: { isTurnedOn?: boolean; checked?: readonly string[] } = {},
  ): Promise<Pick<StoredPlugin, 'sheet' | 'choices'>> {
    const { isTurnedOn = false, checked = [] } = asking
    const { dataFolder } = dependencies
    const after = await withFolders({ ...before, ...changes }, { dataFolder, checked })
    const facts = accessFacts(after)
    const gained = gainedFacts(accessFacts(before), facts)
    const name = before.sheet.title
    const isAsked = isTurnedOn || gained.length > 0
    if (isAsked) {
      await assertConsent(consent, { kind: 'plugin', name, facts: isTurnedOn ? facts : gained })
    }
    const current = find(before.id)
    if (current === before) return { sheet: after.sheet, choices: after.choices }
    // The plugin changed while the dialog was open: the user allowed something else.
    if (isAsked) throw new AppError('pluginChanged', 'It has changed meanwhile', { subject: name })
    return askFor(current, changes, asking)
  }

  async function writeSettings(id: string, changes: SettingChanges): Promise<StoredPlugin> {
    const plugin = find(id)
    const settings = plainAfter(plugin, changes)
    const allowed = plugin.sheet.process
      ? await askFor(plugin, { settings }, { checked: Object.keys(changes) })
      : plugin
    const changed = await changeSettings(plugin, changes, secrets)
    if (!table.get(id)) await removeSecrets({ ...plugin, ...changed }, secrets)
    // The user may have decided something about it meanwhile.
    const saved = withFoldersOf(allowed.sheet, { ...find(id), ...changed })
    table.save(saved)
    servers.stop(id)
    return saved
  }

  return {
    list: table.all,
    change,
    async setChoices(id, choices) {
      return update(id, await askFor(find(id), { choices }))
    },
    async setEnabled(id, enabled) {
      const plugin = find(id)
      const isTurnedOn = enabled && !plugin.enabled
      const allowed = isTurnedOn ? await askFor(plugin, { enabled }, { isTurnedOn }) : {}
      return update(id, { ...allowed, enabled })
    },
    async remove(id) {
      const plugin = find(id)
      table.remove(id)
      running.stop(id)
      // Secrets are removed even if the server can't be.
      try {
        onRemoved(id)
        await servers.remove(id)
      } finally {
        await inTurn(() => removeSecrets(plugin, secrets))
      }
    },
    readSettings(id) {
      const plugin = find(id)
      return { values: plainSettings(plugin), secrets: plugin.secrets }
    },
    writeSettings: (id, changes) => change(() => writeSettings(id, changes)),
    setTools: ({ id, program: asked }, read) =>
      change(() => {
        const plugin = find(id)
        const { tools } = read
        const { sheet, program } = plugin
        // Another version may be installed meanwhile.
        if (program !== asked || program.mcp?.areToolsRead !== false) return Promise.resolve(plugin)
        const known = sheet.notes.filter(({ code }) => code !== 'toolsUnknown')
        const found = [...dependencies.noteTools(id, tools), ...noteToolsLeftOut(read)]
        const notes = [...found, ...known]
        const changed = {
          ...plugin,
          sheet: { ...sheet, tools: [...tools], notes },
          program: { ...program, mcp: { ...program.mcp, areToolsRead: true } },
        }
        table.save(changed)
        return Promise.resolve(changed)
      }),
    ofChat(conversationId) {
      const off = pluginsOff(database, conversationId)
      const enabled = table.all().filter((plugin) => plugin.enabled)
      return enabled.map((plugin) => toChatPlugin(plugin, !off.has(plugin.id)))
    },
    onIn(conversationId) {
      const off = pluginsOff(database, conversationId)
      return table.all().filter(({ id, enabled }) => enabled && !off.has(id))
    },
    setInChat: (conversationId, id, isOn) => {
      setInChat(database, conversationId, find(id).id, isOn)
    },
  }
}

/** Returns a plugin with the folders of a sheet, and nothing else of it. */
function withFoldersOf(
  { process: shown }: StoredPlugin['sheet'],
  plugin: StoredPlugin,
): StoredPlugin {
  const { process } = plugin.sheet
  if (!process || !shown || process.folders === shown.folders) return plugin
  return {
    ...plugin,
    sheet: { ...plugin.sheet, process: { ...process, folders: shown.folders } },
  }
}

/** Returns the settings that are no secrets, as changes would leave them. */
function plainAfter(
  { sheet, settings }: StoredPlugin,
  changes: SettingChanges,
): StoredPlugin['settings'] {
  const values = new Map(Object.entries(settings))
  for (const [name, value] of Object.entries(changes)) {
    if (sheet.secretSettings.includes(name)) continue
    if (value === null || value === '') values.delete(name)
    else values.set(name, value)
  }
  return Object.fromEntries(values)
}
