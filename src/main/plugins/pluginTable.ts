import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { pluginSheetSchema, sheetChoicesSchema } from '../../shared/plugins/pluginSheet.ts'
import { pluginSourceSchema } from '../../shared/plugins/plugins.ts'
import type { Log } from '../feature.ts'
import type { Database, Row } from '../storage/connection.ts'
import { pluginProgramSchema } from './pluginProgram.ts'

const settingValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type SettingValues = z.infer<typeof settingValuesSchema>

const storedPluginSchema = z.object({
  id: z.string(),
  sheet: pluginSheetSchema,
  choices: sheetChoicesSchema,
  program: pluginProgramSchema,
  /** Address of its newest version; `null` for a plugin from a file. */
  source: pluginSourceSchema.nullable(),
  /** The settings that are no secrets. */
  settings: settingValuesSchema,
  /** The secrets that have a value. */
  secrets: z.array(z.string()),
  enabled: z.boolean(),
  installedAt: z.number(),
})
/** An installed plugin, as its row has it. */
export type StoredPlugin = z.infer<typeof storedPluginSchema>

/** The installed plugins, in memory and on disk. */
export interface PluginTable {
  /** The oldest first. */
  all: () => readonly StoredPlugin[]
  get: (id: string) => StoredPlugin | undefined
  /** Errors: diskFull, databaseLocked; then nothing has changed. */
  save: (plugin: StoredPlugin) => void
  remove: (id: string) => void
}

/** Reads the plugins. A row that can't be read is left where it is, and offers nothing. */
export function openPluginTable(database: Database, log: Log): PluginTable {
  const plugins = new Map<string, StoredPlugin>()
  for (const row of database.all('SELECT * FROM plugin ORDER BY sequence')) {
    const { success, data, error } = readRow(row)
    if (success) plugins.set(data.id, data)
    else log(`The plugin ${String(row['id'])} could not be read`, error)
  }
  return {
    all: () => [...plugins.values()],
    get: (id) => plugins.get(id),
    save(plugin) {
      writeRow(database, plugin)
      plugins.set(plugin.id, plugin)
    },
    remove(id) {
      database.transaction(() => {
        database.run('DELETE FROM plugin WHERE id = ?', id)
        database.run('DELETE FROM plugin_chat WHERE plugin_id = ?', id)
      })
      plugins.delete(id)
    },
  }
}

function readRow(row: Row) {
  const json = (name: string): unknown => parseJson(String(row[name]))
  return storedPluginSchema.safeParse({
    id: row['id'],
    sheet: json('sheet'),
    choices: json('choices'),
    program: json('program'),
    source: row['source'] === null ? null : json('source'),
    settings: json('settings'),
    secrets: json('secrets'),
    enabled: row['enabled'] === 1,
    installedAt: row['installed_at'],
  })
}

function writeRow(database: Database, plugin: StoredPlugin): void {
  database.run(
    `INSERT INTO plugin
       (id, sheet, choices, program, source, settings, secrets, enabled, installed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET sheet = excluded.sheet, choices = excluded.choices,
       program = excluded.program, source = excluded.source, settings = excluded.settings,
       secrets = excluded.secrets, enabled = excluded.enabled`,
    plugin.id,
    JSON.stringify(plugin.sheet),
    JSON.stringify(plugin.choices),
    JSON.stringify(plugin.program),
    plugin.source && JSON.stringify(plugin.source),
    JSON.stringify(plugin.settings),
    JSON.stringify(plugin.secrets),
    plugin.enabled ? 1 : 0,
    plugin.installedAt,
  )
}
