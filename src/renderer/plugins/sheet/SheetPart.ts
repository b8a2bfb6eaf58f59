import type { PluginSheet, SheetChoices } from '../../../shared/plugins/pluginSheet.ts'

/** Props of each part of a sheet's page. */
export interface SheetPart {
  sheet: PluginSheet
  choices: SheetChoices
  onChange: (choices: SheetChoices) => void
}
