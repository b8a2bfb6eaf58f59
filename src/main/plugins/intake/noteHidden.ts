import type { PluginManifest } from '../../../shared/plugins/pluginManifest.ts'
import { hasHiddenCharacters } from '../sheet/hiddenCharacters.ts'
import type { AddNote } from './draft.ts'

/** Notes each text of a manifest that holds characters which its reader can't see. */
export function noteHidden(
  { meta, identifier, systemRole, api }: PluginManifest,
  note: AddNote,
): void {
  const texts: [path: string, text: string | undefined][] = [
    ['identifier', identifier],
    ['meta.title', meta?.title],
    ['systemRole', systemRole],
    ...api.flatMap(({ name, description, parameters }, index): [string, string][] => [
      [`api.${String(index)}.name`, name],
      [`api.${String(index)}.description`, description],
      [`api.${String(index)}.parameters`, JSON.stringify(parameters)],
    ]),
  ]
  for (const [path, text] of texts) {
    if (text !== undefined && hasHiddenCharacters(text)) note('hiddenCharacters', path, path)
  }
}
