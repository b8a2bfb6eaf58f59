import type { PluginSheet, SheetChoices } from '../../../shared/pluginSheet.ts'

/** What each part of a sheet's page gets. */
export interface SheetPart {
  sheet: PluginSheet
  choices: SheetChoices
  onChange: (choices: SheetChoices) => void
}
