import type { PluginManifest } from '../../../shared/plugins/pluginManifest.ts'
import type { PluginSheet, SheetNote, SheetPage } from '../../../shared/plugins/pluginSheet.ts'
import { mapInSlices } from '../../mapInSlices.ts'
import { isNearbyName, secretMayTravel } from '../../network/hostRule.ts'
import { compileTool } from '../sheet/compileTool.ts'
import { secretSettings, settingProperties } from '../sheet/secretSettings.ts'
import { sheetHosts, type Sending } from '../sheet/sheetHosts.ts'
import { collectTools } from './collectTools.ts'
import type { AddNote, Draft, SourceDocument } from './draft.ts'
import { joinSettings } from './joinSettings.ts'
import { manifestError } from './manifestError.ts'
import { noteHidden } from './noteHidden.ts'
import type { OpenApiPart } from './openApiPart.ts'
import { pluginIdOf } from './pluginId.ts'
import { resolveAddress, webAddress } from './resolveAddress.ts'

/**
 * Compiles a manifest into the sheet of what the plugin may do, and what main needs to run it.
 * Errors: pluginManifestInvalid with the wrong field.
 */
export async function compileManifest(
  manifest: PluginManifest,
  document: SourceDocument,
  openapi: OpenApiPart | null = null,
  format: PluginSheet['format'] = 'manifest',
): Promise<Draft> {
  const notes: SheetNote[] = [...(openapi?.notes ?? [])]
  const note: AddNote = (code, path, subject) =>
    void notes.push({ code, path, subject: subject.slice(0, 300) })
  const { identifier, meta } = manifest
  const id = idOf(manifest, document, note)
  noteHidden(manifest, note)
  const found = collectTools(manifest, openapi, document.url, note)
  const page = pageOf(manifest, document.url)
  if (found.length === 0) {
    throw manifestError(manifest.api.length > 0 ? 'api.0.url' : 'api', 'There is no tool to call')
  }
  const settings = joinSettings(manifest.settings ?? null, openapi?.settings ?? null)
  const secrets = secretSettings(settings)
  const called = found.flatMap(({ route, url }) => (route.kind === 'page' ? [] : url))
  noteUnencrypted(called, note)
  // Hundreds of tools with large parameters take longer than anybody may wait.
  const tools = await mapInSlices(found, ({ facts, url }) =>
    compileTool(id, { ...facts, destination: url.host }),
  )
  return {
    sheet: {
      id,
      format,
      origin: document.origin,
      title: meta?.title?.trim() || identifier,
      description: meta?.description ?? '',
      author: manifest.author ?? '',
      homepage: webAddress(manifest.homepage),
      avatar: meta?.avatar?.trim() || null,
      version: manifest.version ?? null,
      type: manifest.type ?? 'default',
      tools,
      instructions: manifest.systemRole?.trim() ? manifest.systemRole : null,
      hosts: sheetHosts(sendingsOf(called, page, settings, secrets)),
      localNetwork: [...called, ...(page ? [new URL(page.url)] : [])].some(isNearbyName),
      process: null,
      page,
      settings,
      secretSettings: secrets,
      notes,
    },
    program: {
      identifier,
      routes: Object.fromEntries(found.map(({ facts, route }) => [facts.name, route])),
      secretOrigins: [
        ...new Set(called.filter(secretMayTravel).map(({ origin }) => origin)),
      ].toSorted(),
      mcp: null,
    },
  }
}

function idOf({ identifier }: PluginManifest, { indexId }: SourceDocument, note: AddNote): string {
  if (indexId === undefined) return pluginIdOf(identifier, 'identifier', note)
  if (identifier !== indexId) note('identifierDiffers', 'identifier', identifier)
  return indexId
}

function pageOf({ ui }: PluginManifest, base: string | null): SheetPage | null {
  if (!ui) return null
  const { mode = 'iframe', width = null, height = null } = ui
  return { url: resolveAddress(ui.url, base, 'ui.url').href, mode, width, height }
}

function sendingsOf(
  called: readonly URL[],
  page: SheetPage | null,
  settings: Record<string, unknown> | null,
  secrets: readonly string[],
): Sending[] {
  const hasPlain = Object.keys(settingProperties(settings)).length > secrets.length
  const told = ['arguments' as const, ...(hasPlain ? (['settings'] as const) : [])]
  const sendings: Sending[] = called.map((url) => ({
    host: url.host,
    sends: secrets.length > 0 && secretMayTravel(url) ? [...told, 'secrets'] : told,
  }))
  // The page can send its own server everything that it receives.
  if (page) sendings.push({ host: new URL(page.url).host, sends: [...told, 'pageRequests'] })
  return sendings
}

function noteUnencrypted(urls: readonly URL[], note: AddNote): void {
  const open = urls.filter((url) => !secretMayTravel(url)).map(({ host }) => host)
  for (const host of new Set(open)) note('unencrypted', 'hosts', host)
}
