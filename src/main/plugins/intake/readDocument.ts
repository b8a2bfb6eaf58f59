import { setImmediate } from 'node:timers/promises'
import { isObject, textOf } from '../../../shared/json.ts'
import {
  aiPluginSchema,
  pluginManifestSchema,
  type PluginManifest,
} from '../../../shared/plugins/pluginManifest.ts'
import { manifestLimits, openApiLimits } from '../../network/guardedRequest.ts'
import { readAiPlugin } from '../openapi/readAiPlugin.ts'
import type { ReadOpenApi } from '../openapi/readOpenApi.ts'
import type { PlainSignIn } from '../openapi/readSecurity.ts'
import { compileManifest } from './compileManifest.ts'
import type { Draft, SourceDocument } from './draft.ts'
import { fetchDocument } from './fetchDocument.ts'
import { manifestError, parseDescription } from './manifestError.ts'
import { openApiPart, type OpenApiPart } from './openApiPart.ts'
import { parseShallow } from './parseShallow.ts'
import { resolveAddress } from './resolveAddress.ts'

/** Context for reading a document. */
export interface Reading {
  readOpenApi: ReadOpenApi
  signal: AbortSignal | null
  /** The address that the user gave; null for a file. It may name a machine nearby. */
  typed: URL | null
}

/**
 * Reads a plugin from a document: a manifest, ChatGPT's ai-plugin.json, or an OpenAPI document. The
 * first two may name an OpenAPI document, which is fetched. Errors: pluginManifestInvalid with the
 * field, those of a guarded request.
 */
export async function readDocument(document: SourceDocument, reading: Reading): Promise<Draft> {
  const { text } = document
  if (isOpenApi(text)) return readOpenApiAlone(document, reading)
  if (text.length > manifestLimits.bytes) throw manifestError('JSON', 'It is too large')
  const value = parseShallow(text)
  // A megabyte takes some milliseconds to parse, check and compile; other work comes between.
  await setImmediate()
  const isAiPlugin = isObject(value) && !('identifier' in value) && 'name_for_model' in value
  // Some manifests of the index are descriptions for ChatGPT.
  const { manifest, signIn } = isAiPlugin
    ? readAiPlugin(parseDescription(aiPluginSchema, value))
    : { manifest: parseDescription(pluginManifestSchema, value), signIn: null }
  const part = await readNamed(manifest, document, reading, signIn)
  await setImmediate()
  return compileManifest(manifest, document, part, isAiPlugin ? 'aiPlugin' : 'manifest')
}

/** Tells whether a text is an OpenAPI document, in JSON or YAML, by the field that says so. */
function isOpenApi(text: string): boolean {
  const isJson = /^\s*\{/.test(text)
  // A manifest has a field of this name too: the address of its document.
  return isJson
    ? /"(?:openapi|swagger)"\s*:\s*"[23]\.\d/.test(text) && /"paths"\s*:/.test(text)
    : /^(?:openapi|swagger)\s*:\s*['"]?[23]\.\d/m.test(text)
}

async function readOpenApiAlone(document: SourceDocument, reading: Reading): Promise<Draft> {
  const { text, url } = document
  const plugin = await reading.readOpenApi({ text, url }, reading.signal)
  const title = plugin.title || textOf(url && new URL(url).host) || 'OpenAPI'
  const manifest: PluginManifest = {
    identifier: title,
    api: [],
    meta: { title, description: plugin.description, avatar: undefined, tags: undefined },
    ...(plugin.version !== null && { version: plugin.version }),
  }
  await setImmediate()
  return compileManifest(manifest, document, openApiPart(plugin), 'openapi')
}

/** Reads the OpenAPI document that a manifest names; null for none. */
async function readNamed(
  { openapi }: PluginManifest,
  document: SourceDocument,
  { readOpenApi, signal, typed }: Reading,
  signIn: PlainSignIn | null,
): Promise<OpenApiPart | null> {
  if (openapi === undefined) return null
  const address = resolveAddress(openapi, document.url, 'openapi')
  const { text, url } = await fetchDocument(address, typed, signal, openApiLimits)
  return openApiPart(await readOpenApi({ text, url, signIn }, signal))
}
