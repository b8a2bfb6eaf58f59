import { isAbsolute, resolve } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import type { McpProcessConfig } from '../../../shared/plugins/mcp.ts'
import type { SheetFolder } from '../../../shared/plugins/pluginSheet.ts'
import { expandKnown } from '../../mcp/expandVariables.ts'
import { assertOpenable, isWithin, realPlace } from '../../processes/closedPlaces.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import { plainSettings } from '../settings/pluginSettings.ts'
import { namedFolders, type PlacedFolder } from './namedFolders.ts'

/** The parts of a plugin that decide its folders. */
export type FolderPlugin = Pick<StoredPlugin, 'sheet' | 'choices' | 'program' | 'settings'>

export interface FolderOptions {
  /** Parley's own data, which no program gets. */
  dataFolder: string
  /**
   * The settings whose value must be openable, if it is a folder. Others that are not are left out,
   * so that a plugin with a bad default can be installed and then set right.
   */
  checked: 'all' | readonly string[]
}

/** The folders of a program, with real paths, and how they are bound. */
export interface PluginFolders {
  /** Folders named by the sheet's command, working folder and settings. */
  asked: SheetFolder[]
  /** The user's own list, in place of what is asked for; null for none. */
  chosen: SheetFolder[] | null
  bound: PlacedFolder[]
  /** The real path of the folder it works in; null for the server's own. */
  workingFolder: string | null
  /** The setting without which the working folder is not known; null for none. */
  unset: string | null
  /** Values of settings that name a folder and are left out. */
  leftOut: string[]
}

/**
 * Works out which folders a program gets. It is the only place that does: sheet, dialog and start
 * have it from here. Errors: pluginFolderHome, pluginFolderPrivate, pluginFolderRelative.
 */
export async function boundFolders(
  plugin: FolderPlugin,
  options: FolderOptions,
): Promise<PluginFolders> {
  const { sheet, choices, program } = plugin
  const config = program.mcp?.config
  if (config?.transport !== 'stdio' || !sheet.process) return noFolders
  // Without a sandbox nothing holds the program, so there is nothing to refuse.
  const dataFolder = sheet.process.sandbox === 'none' ? null : options.dataFolder
  const { named, working, unset, leftOut } = await namedPlaces(plugin, config, {
    ...options,
    dataFolder,
  })
  const chosen = choices.folders && (await chosenFolders(choices.folders, dataFolder))
  const places = merged([...named, ...working])
  const given = chosen ? [...chosen, ...namesWithin(chosen, places)] : places
  const bound = withoutNeedless(merged(given))
  const place = working[0]?.real
  return {
    asked: realFolders(places),
    chosen: chosen && realFolders(merged(chosen)),
    bound,
    workingFolder: place !== undefined && covers(bound, place) ? place : null,
    unset,
    leftOut,
  }
}

/** Returns a plugin with its folders as they are bound now: what is shown, allowed and kept. */
export async function withFolders<P extends FolderPlugin>(
  plugin: P,
  options: FolderOptions,
): Promise<P> {
  const { process } = plugin.sheet
  if (!process) return plugin
  const { asked, chosen } = await boundFolders(plugin, options)
  const isSame = JSON.stringify(asked) === JSON.stringify(process.folders)
  return {
    ...plugin,
    sheet: isSame ? plugin.sheet : { ...plugin.sheet, process: { ...process, folders: asked } },
    choices: { ...plugin.choices, folders: chosen },
  }
}

/** Reads what a command, its working folder and the settings of a plugin name. */
async function namedPlaces(
  plugin: FolderPlugin,
  config: McpProcessConfig,
  { dataFolder, checked }: { dataFolder: string | null; checked: FolderOptions['checked'] },
) {
  const leftOut: string[] = []
  const read = async (text: string, names: readonly string[], places = namedFolders) => {
    try {
      return await places(text, dataFolder)
    } catch (error) {
      // The user's own list counts in place of what settings name.
      const isChecked =
        checked === 'all'
          ? plugin.choices.folders === null
          : names.some((name) => checked.includes(name))
      if (isChecked || names.length === 0) throw error
      if (!leftOut.includes(text)) leftOut.push(text)
      return []
    }
  }
  const values = Object.fromEntries(
    Object.entries(plainSettings(plugin)).map(([name, value]) => [name, String(value)]),
  )
  const expand = (text: string): string => expandKnown(text, { values, directory: null })
  const named: PlacedFolder[] = []
  for (const part of config.arguments) named.push(...(await read(expand(part), settingsIn(part))))
  for (const [name, value] of Object.entries(values)) named.push(...(await read(value, [name])))
  const folder = expand(config.folder ?? '')
  // A setting that has no value, or whose value is secret.
  const unset = settingsIn(folder)[0] ?? null
  const isKnown = config.folder !== null && unset === null
  const working = isKnown
    ? await read(folder, settingsIn(config.folder ?? ''), workingFolderAt)
    : []
  return { named, working, unset, leftOut }
}

const noFolders: PluginFolders = {
  ...{ asked: [], chosen: null, bound: [], workingFolder: null, unset: null, leftOut: [] },
}

/** Returns the names of the settings in a text. */
function settingsIn(text: string): string[] {
  return [...text.matchAll(/\$\{user_config\.([^{}$]+)\}/g)].map(([, name = '']) => name)
}

async function workingFolderAt(path: string, dataFolder: string | null): Promise<PlacedFolder[]> {
  const real = await realFull(path, dataFolder)
  const place: PlacedFolder = { path: real, real, access: 'write' }
  return [place, { ...place, path: resolve(path) }]
}

/** Returns where a full path leads. Errors: pluginFolderRelative, those of assertOpenable. */
async function realFull(path: string, dataFolder: string | null): Promise<string> {
  if (!isAbsolute(path)) {
    throw new AppError('pluginFolderRelative', 'It is no full path', { subject: path })
  }
  const real = await realPlace(path)
  await assertOpenable(real, path, dataFolder)
  return real
}

function chosenFolders(
  folders: readonly SheetFolder[],
  dataFolder: string | null,
): Promise<PlacedFolder[]> {
  return Promise.all(
    folders.map(async ({ path, access }) => {
      const real = await realFull(path, dataFolder)
      return { path: real, real, access }
    }),
  )
}

/** Returns the other names by which the program knows places in the chosen folders. */
function namesWithin(
  chosen: readonly PlacedFolder[],
  places: readonly PlacedFolder[],
): PlacedFolder[] {
  return places.flatMap((place) => {
    if (place.path === place.real) return []
    // The deepest of them says what the program may do there.
    const holders = chosen.filter(({ real }) => isWithin(place.real, real))
    const [holder] = holders.sort((a, b) => b.real.length - a.real.length)
    return holder ? [{ ...place, access: holder.access }] : []
  })
}

/** Joins what is named twice. Who may write may read. */
function merged(places: readonly PlacedFolder[]): PlacedFolder[] {
  const byPath = new Map<string, PlacedFolder>()
  for (const place of places) {
    const known = byPath.get(place.path)
    if (known?.access !== 'write') byPath.set(place.path, place)
  }
  return [...byPath.values()]
}

/** Leaves out other names that the program finds in its folders anyway, as links there. */
function withoutNeedless(places: readonly PlacedFolder[]): PlacedFolder[] {
  const real = places.filter((place) => place.path === place.real)
  return places.filter((place) => place.path === place.real || !covers(real, place.path))
}

function realFolders(places: readonly PlacedFolder[]): SheetFolder[] {
  return places
    .filter(({ path, real }) => path === real)
    .map(({ path, access }) => ({ path, access }))
}

function covers(folders: readonly PlacedFolder[], place: string): boolean {
  return folders.some(({ path }) => isWithin(place, path))
}
