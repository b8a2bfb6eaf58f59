import type { ManifestApi, PluginManifest } from '../../../shared/plugins/pluginManifest.ts'
import type { Route } from '../pluginProgram.ts'
import type { ToolFacts } from '../sheet/compileTool.ts'
import type { AddNote } from './draft.ts'
import type { OpenApiPart } from './openApiPart.ts'
import { resolveAddress } from './resolveAddress.ts'

/** A tool of a description, with the way to call it. */
export interface FoundTool {
  facts: Omit<ToolFacts, 'destination'>
  route: Route
  /** The address that gets the arguments. */
  url: URL
}

/**
 * Returns the tools of a manifest and its OpenAPI document, each name once. Notes those that can't
 * be called. Errors: pluginManifestInvalid.
 */
export function collectTools(
  manifest: PluginManifest,
  openapi: OpenApiPart | null,
  base: string | null,
  note: AddNote,
): FoundTool[] {
  const found = new Map<string, FoundTool>()
  const add = (tool: FoundTool, path: string): void => {
    const { name } = tool.facts
    if (found.has(name)) note('toolRepeated', path, name)
    else found.set(name, tool)
  }
  for (const [index, api] of manifest.api.entries()) {
    const path = `api.${String(index)}`
    const way = wayTo(manifest, api, path, base)
    if (way) add({ facts: factsOf(api), ...way }, `${path}.name`)
    // An OpenAPI document brings tools of its own; entries beside it only describe them.
    else if (!openapi) note('toolWithoutAddress', `${path}.url`, api.name)
  }
  for (const { facts, operation } of openapi?.tools ?? []) {
    const url = new URL(operation.server)
    add({ facts, route: { kind: 'operation', operation }, url }, 'openapi')
  }
  return [...found.values()]
}

/** A POST tells nothing about its effect, so it counts as one that sends data to others. */
function factsOf({ name, description, parameters }: ManifestApi): FoundTool['facts'] {
  return { name, title: name, description, parameters, effect: 'outside' }
}

function wayTo(
  { type, ui, gateway }: PluginManifest,
  { url }: ManifestApi,
  path: string,
  base: string | null,
): Pick<FoundTool, 'route' | 'url'> | undefined {
  if (type === 'standalone' && ui) {
    return { route: { kind: 'page' }, url: resolveAddress(ui.url, base, 'ui.url') }
  }
  // The manifest's own gateway knows where each tool is.
  const [kind, address, field] =
    gateway === undefined
      ? (['post', url, `${path}.url`] as const)
      : (['gateway', gateway, 'gateway'] as const)
  if (address === undefined) return undefined
  const target = resolveAddress(address, base, field)
  return { route: { kind, url: target.href }, url: target }
}
