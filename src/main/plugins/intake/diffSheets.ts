import type { PluginSheet, PluginTool, SheetHost } from '../../../shared/plugins/pluginSheet.ts'
import type { SheetChange } from '../../../shared/plugins/plugins.ts'
import { canonicalJson } from '../sheet/canonicalJson.ts'
import { settingProperties } from '../sheet/secretSettings.ts'

type Kind = 'widens' | 'same'

/** Collects what differs. Values of any kind are compared, and written as the user reads them. */
interface Differences {
  add: (path: string, before: unknown, after: unknown, kind: Kind) => void
  list: SheetChange[]
}

/**
 * Returns the differences between two versions of a plugin, those that let it do more first. What
 * is gone never widens; what is new or different does, unless it only describes the plugin.
 */
export function diffSheets(before: PluginSheet, after: PluginSheet): SheetChange[] {
  const differences = createDifferences()
  const { add, list } = differences
  add('origin', before.origin.location, after.origin.location, 'widens')
  add('process', before.process, after.process, 'widens')
  diffHosts(before.hosts, after.hosts, differences)
  add('localNetwork', before.localNetwork || null, after.localNetwork || null, 'widens')
  add('instructions', before.instructions, after.instructions, 'widens')
  add('type', before.type, after.type, 'widens')
  add('page', pageOf(before), pageOf(after), 'widens')
  diffTools(before.tools, after.tools, differences)
  diffSettings(before, after, differences)
  add('pageSize', pageSizeOf(before), pageSizeOf(after), 'same')
  for (const field of [
    'title',
    'description',
    'author',
    'homepage',
    'avatar',
    'version',
  ] as const) {
    add(field, before[field], after[field], 'same')
  }
  return list.toSorted((one, other) => Number(other.widens) - Number(one.widens))
}

function createDifferences(): Differences {
  const list: SheetChange[] = []
  return {
    list,
    add(path, before, after, kind) {
      if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return
      const isGone = after === null || after === undefined
      list.push({
        path,
        before: written(before),
        after: written(after),
        widens: kind === 'widens' && !isGone,
      })
    },
  }
}

function written(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function diffHosts(
  before: readonly SheetHost[],
  after: readonly SheetHost[],
  { add }: Differences,
): void {
  for (const [host, old, now] of pairs(before, after, ({ host }) => host)) {
    const isMore = now?.sends.some((kind) => !old?.sends.includes(kind)) ?? false
    add(`hosts.${host}`, old?.sends.join(', '), now?.sends.join(', '), isMore ? 'widens' : 'same')
  }
}

function diffTools(
  before: readonly PluginTool[],
  after: readonly PluginTool[],
  { add }: Differences,
): void {
  for (const [name, old, now] of pairs(before, after, ({ name }) => name)) {
    if (old && now) {
      for (const field of ['description', 'parameters', 'effect', 'destination'] as const) {
        add(`tools.${name}.${field}`, old[field], now[field], 'widens')
      }
      add(`tools.${name}.title`, old.title, now.title, 'same')
    } else {
      add(`tools.${name}`, old?.description, now?.description, 'widens')
    }
  }
}

function diffSettings(before: PluginSheet, after: PluginSheet, { add }: Differences): void {
  const settings = ({ settings }: PluginSheet) => Object.entries(settingProperties(settings))
  for (const [name, old, now] of pairs(settings(before), settings(after), ([key]) => key)) {
    add(`settings.${name}`, old?.[1], now?.[1], old ? 'same' : 'widens')
    const isOpened = before.secretSettings.includes(name) && !after.secretSettings.includes(name)
    if (isOpened && now) add(`secretSettings.${name}`, 'secret', 'not secret', 'widens')
  }
}

function pageOf({ page }: PluginSheet): string | null {
  return page && `${page.url} (${page.mode})`
}

function pageSizeOf({ page }: PluginSheet): string | null {
  return page && `${String(page.width)} × ${String(page.height)}`
}

/** Returns the entries of two lists by name: those of the new list first, then those that are gone. */
function pairs<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (entry: T) => string,
): [name: string, before: T | undefined, after: T | undefined][] {
  const old = new Map(before.map((entry) => [nameOf(entry), entry]))
  const now = new Map(after.map((entry) => [nameOf(entry), entry]))
  return [...new Set([...now.keys(), ...old.keys()])].map((name) => [
    name,
    old.get(name),
    now.get(name),
  ])
}
