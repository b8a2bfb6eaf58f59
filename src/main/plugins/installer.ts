import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import {
  sheetChoicesSchema,
  type PluginTool,
  type SheetChoices,
  type SheetNote,
} from '../../shared/plugins/pluginSheet.ts'
import type { Inspection, PluginSource } from '../../shared/plugins/plugins.ts'
import { assertConsent, type AskConsent } from '../consent.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { accessFacts } from './access.ts'
import { boundFolders, withFolders } from './folders/boundFolders.ts'
import { diffSheets } from './intake/diffSheets.ts'
import type { Draft } from './intake/draft.ts'
import { noteToolsLeftOut } from './intake/noteTools.ts'
import type { OwnSource } from './intake/readSource.ts'
import type { PluginTable, StoredPlugin } from './pluginTable.ts'
import type { PluginServers } from './pluginServers.ts'
import type { RunningCalls } from './runningCalls.ts'
import { canonicalJson } from './sheet/canonicalJson.ts'
import { changeSettings, rebindSecrets, removeSecrets } from './settings/pluginSettings.ts'

const maxInspections = 20

export interface InstallerDependencies {
  table: PluginTable
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>
  running: Pick<RunningCalls, 'stop'>
  servers: Pick<PluginServers, 'stop' | 'readTools'>
  read: (source: OwnSource) => Promise<Draft>
  /** Parley's own data, which no program gets. */
  dataFolder: string
  /** Asks the user in main's own dialog. */
  consent: AskConsent
  /** Adds what the draft's name is easily taken for. */
  compare: (draft: Draft) => Draft
  /** Returns what is odd about the names and texts of a plugin's tools. */
  noteTools: (id: string, tools: readonly PluginTool[]) => SheetNote[]
  now?: () => number
}

export interface Installer {
  /** Reads a plugin from its source, and remembers it for an installation. Runs nothing. */
  inspect: (source: PluginSource) => Promise<Inspection>
  /**
   * Installs what was inspected, once the user has allowed it in main's dialog. Errors:
   * consentRefused, pluginNotFound, pluginChanged if another version was installed meanwhile.
   */
  install: (inspectionId: string, choices: SheetChoices) => Promise<StoredPlugin>
}

interface Inspected {
  draft: Draft
  source: OwnSource
  /** The installed version that the changes were told against. */
  against: StoredPlugin | undefined
}

export function createInstaller(dependencies: InstallerDependencies): Installer {
  const {
    table,
    secrets,
    running,
    servers,
    read,
    compare,
    noteTools,
    consent,
    dataFolder,
    now = Date.now,
  } = dependencies
  const inspections = new Map<string, Inspected>()

  /** The newest version replaces the one at the same place, whatever it calls itself now. */
  function sourceOf(source: PluginSource): OwnSource {
    if (source.kind !== 'installed') return source
    const known = table.get(source.id)?.source
    if (known && known.kind !== 'installed') return known
    throw new AppError('pluginNotFound', 'Nothing says where it came from', { subject: source.id })
  }

  /** Asks an installed server for its tools: the user already lets it run. */
  async function withTools(draft: Draft): Promise<Draft> {
    const installed = table.get(draft.sheet.id)
    if (!draft.program.mcp || !installed?.enabled || !isSameServer(installed, draft)) return draft
    const read = await servers.readTools(installed)
    const known = draft.sheet.notes.filter(({ code }) => code !== 'toolsUnknown')
    const notes = [...noteToolsLeftOut(read), ...known]
    return {
      ...draft,
      sheet: { ...draft.sheet, tools: [...read.tools], notes },
      program: { ...draft.program, mcp: { ...draft.program.mcp, areToolsRead: true } },
    }
  }

  /** Adds the folders that it would get, and notes those that it will not get. */
  async function withPlaces(draft: Draft): Promise<Draft> {
    if (!draft.sheet.process) return draft
    const choices = sheetChoicesSchema.parse({})
    const settings = settingsOf(draft, table.get(draft.sheet.id))
    const plugin = { ...draft, choices, settings }
    const { asked, leftOut } = await boundFolders(plugin, { dataFolder, checked: [] })
    const notes = leftOut.map((subject): SheetNote => {
      return { code: 'folderRefused', path: 'settings', subject: subject.slice(0, 300) }
    })
    const { sheet } = draft
    const process = { ...draft.sheet.process, folders: asked }
    return { ...draft, sheet: { ...sheet, process, notes: [...notes, ...sheet.notes] } }
  }

  /** Notes what is odd about the tools. Formats other than a server's note hidden characters. */
  function withToolNotes(draft: Draft): Draft {
    const { id, tools, notes, format } = draft.sheet
    const isServer = format === 'mcp'
    const found = noteTools(id, tools).filter(({ code }) => isServer || code === 'toolLooksLike')
    return { ...draft, sheet: { ...draft.sheet, notes: [...found, ...notes] } }
  }

  function remember(inspected: Inspected): string {
    const id = randomUUID()
    inspections.set(id, inspected)
    for (const oldest of inspections.keys()) {
      if (inspections.size <= maxInspections) break
      inspections.delete(oldest)
    }
    return id
  }

  return {
    async inspect(source) {
      const own = sourceOf(source)
      const draft = withToolNotes(await withTools(await withPlaces(compare(await read(own)))))
      if (source.kind === 'installed' && draft.sheet.id !== source.id) {
        throw new AppError('pluginChanged', 'Another plugin is there now', { subject: source.id })
      }
      const against = table.get(draft.sheet.id)
      return {
        id: remember({ draft, source: own, against }),
        sheet: draft.sheet,
        choices: against?.choices ?? sheetChoicesSchema.parse({}),
        changes: against ? diffSheets(against.sheet, draft.sheet) : null,
      }
    },
    async install(inspectionId, choices) {
      const inspected = inspections.get(inspectionId)
      if (!inspected) {
        throw new AppError('pluginNotFound', 'It was not inspected', { subject: inspectionId })
      }
      const { draft, source, against: compared } = inspected
      const { id, title } = draft.sheet
      const kept = settingsOf(draft, table.get(id))
      const shown = await withFolders(
        { sheet: draft.sheet, program: draft.program, choices, settings: kept },
        { dataFolder, checked: [] },
      )
      await assertConsent(consent, { kind: 'plugin', name: title, facts: accessFacts(shown) })
      const against = table.get(id)
      if (against?.sheet !== compared?.sheet) {
        throw new AppError('pluginChanged', 'Another version was installed', { subject: title })
      }
      const plugin: StoredPlugin = {
        id,
        sheet: shown.sheet,
        program: draft.program,
        choices: shown.choices,
        source: source.kind === 'file' ? null : source,
        settings: {},
        secrets: [],
        enabled: true,
        installedAt: now(),
      }
      if (against) {
        running.stop(id)
        servers.stop(id)
        Object.assign(plugin, await settingsAfter(against, plugin, secrets))
      }
      const { values = {} } = draft
      Object.assign(plugin, await changeSettings(plugin, values, secrets))
      // The user may have removed it or turned it off meanwhile.
      const current = table.get(id)
      if (against && !current) {
        await removeSecrets(plugin, secrets)
        throw new AppError('pluginChanged', 'It was removed meanwhile', { subject: title })
      }
      if (current) plugin.enabled = current.enabled
      table.save(plugin)
      inspections.delete(inspectionId)
      return plugin
    },
  }
}

/** Returns the settings that are no secrets, as the installation leaves them. */
function settingsOf(draft: Draft, before: StoredPlugin | undefined): StoredPlugin['settings'] {
  const kept = before && isSamePlace(before, draft) ? keptSettings(before, draft) : {}
  return { ...kept, ...plainValues(draft) }
}

/** Returns the settings that the new version has, too. */
function keptSettings(
  before: StoredPlugin,
  { sheet }: Pick<StoredPlugin, 'sheet'>,
): StoredPlugin['settings'] {
  const properties = Object.keys(sheet.settings?.['properties'] ?? {})
  const settings = Object.entries(before.settings).filter(
    ([name]) => properties.includes(name) && !sheet.secretSettings.includes(name),
  )
  return Object.fromEntries(settings)
}

/** Returns the settings that its description sets and that are no secrets. */
function plainValues({ sheet, values = {} }: Draft): StoredPlugin['settings'] {
  const plain = Object.entries(values).filter(([name]) => !sheet.secretSettings.includes(name))
  return Object.fromEntries(plain)
}

/** Returns what a new version keeps. A plugin from elsewhere under the same name keeps nothing. */
async function settingsAfter(
  before: StoredPlugin,
  after: StoredPlugin,
  secrets: InstallerDependencies['secrets'],
): Promise<Pick<StoredPlugin, 'settings' | 'secrets' | 'enabled' | 'installedAt'>> {
  const { enabled, installedAt } = before
  if (!isSamePlace(before, after)) {
    await removeSecrets(before, secrets)
    return { settings: {}, secrets: [], enabled: true, installedAt: after.installedAt }
  }
  const kept = await rebindSecrets(before, after, secrets)
  return { settings: keptSettings(before, after), secrets: kept, enabled, installedAt }
}

function isSameServer({ program: before }: StoredPlugin, { program }: Draft): boolean {
  return canonicalJson(before.mcp?.config) === canonicalJson(program.mcp?.config)
}

function isSamePlace(before: StoredPlugin, after: Pick<StoredPlugin, 'sheet'>): boolean {
  // The whole address: on some hosts each path belongs to somebody else.
  return before.sheet.origin.location === after.sheet.origin.location
}
