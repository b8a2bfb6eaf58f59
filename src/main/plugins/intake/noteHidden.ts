import type { ManifestApi, PluginManifest } from '../../../shared/pluginManifest.ts'
import { hasHiddenCharacters } from '../sheet/hiddenCharacters.ts'
import type { AddNote } from './draft.ts'
import type { OpenApiPart } from './openApiPart.ts'

/** Notes each text of a manifest and its OpenAPI document that holds characters which its reader can't see. */
export function noteHidden(
  { meta, identifier, systemRole, api }: PluginManifest,
  documented: OpenApiPart['tools'],
  note: AddNote,
): void {
  const texts: [path: string, text: string | undefined][] = [
    ['identifier', identifier],
    ['meta.title', meta?.title],
    ['systemRole', systemRole],
    ...api.flatMap((entry, index) => textsOf(entry, `api.${String(index)}`)),
    ...documented.flatMap(({ facts }) => textsOf(facts, `openapi.${facts.name}`)),
  ]
  for (const [path, text] of texts) {
    if (text !== undefined && hasHiddenCharacters(text)) note('hiddenCharacters', path, path)
  }
}

function textsOf(
  { name, description, parameters }: Pick<ManifestApi, 'name' | 'description' | 'parameters'>,
  path: string,
): [path: string, text: string][] {
  return [
    [`${path}.name`, name],
    [`${path}.description`, description],
    [`${path}.parameters`, JSON.stringify(parameters)],
  ]
}
