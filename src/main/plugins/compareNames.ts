import type { PluginSheet } from '../../shared/plugins/pluginSheet.ts'
import { bundledIndex } from './bundledIndex.ts'
import type { Draft } from './intake/draft.ts'
import { skeletonOf } from './intake/lookAlike.ts'

type Named = Pick<PluginSheet, 'id' | 'title'>

/** Returns the draft with a note if its name is easily taken for another plugin's. */
export function compareNames(draft: Draft, installed: readonly Named[]): Draft {
  const { sheet, program } = draft
  const own = new Set([sheet.id, sheet.title, program.identifier].map(skeletonOf))
  own.delete('')
  const others = [...installed, ...bundledIndex().values()].filter(({ id }) => id !== sheet.id)
  const found = others.find(({ id, title }) =>
    [id, title].map(skeletonOf).some((name) => own.has(name)),
  )
  if (!found) return draft
  const note = { code: 'looksLike' as const, path: 'identifier', subject: found.title }
  return { ...draft, sheet: { ...sheet, notes: [note, ...sheet.notes] } }
}
