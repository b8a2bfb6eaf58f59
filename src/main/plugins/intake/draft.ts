import type { PluginSheet, SheetNote } from '../../../shared/plugins/pluginSheet.ts'
import type { PluginProgram } from '../pluginProgram.ts'

/** A plugin that was read and is not installed. */
export interface Draft {
  sheet: PluginSheet
  program: PluginProgram
  /** Values of settings that it came with. They are kept as settings at the installation. */
  values?: Readonly<Record<string, string>>
}

/** The document that a plugin is read from. */
export interface SourceDocument {
  text: string
  /** The address that it was read from after redirects; null for a file. */
  url: string | null
  origin: PluginSheet['origin']
  /** The name that the index gives the plugin; it counts more than the plugin's own. */
  indexId?: string
}

export type AddNote = (code: SheetNote['code'], path: string, subject: string) => void
