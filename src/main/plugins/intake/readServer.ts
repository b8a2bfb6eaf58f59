import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import type { PluginSheet } from '../../../shared/plugins/pluginSheet.ts'
import { isConfigurationFile, readConfigurations } from '../../mcp/intake/readConfigurations.ts'
import { parseJsonc } from '../../mcp/intake/parseJsonc.ts'
import { readServerJson } from '../../mcp/intake/readServerJson.ts'
import { wholeBundle } from '../../mcp/intake/serverEntry.ts'
import type { McpServers } from '../../mcp/mcpServers.ts'
import { createGuardedFetch } from '../../network/guardedFetch.ts'
import { manifestLimits } from '../../network/guardedRequest.ts'
import { typedAddress } from '../../network/hostRule.ts'
import { shownCommand, type DescribedServer } from './compileServer.ts'
import { assertShallow } from './assertShallow.ts'
import { manifestError } from './manifestError.ts'

export type ServerReaders = Pick<McpServers, 'openBundle' | 'probe'>
type Origin = PluginSheet['origin']

const probeMilliseconds = 10_000

/** Returns the server in a file; null if it describes none. Errors: pluginManifestInvalid. */
export async function readServer(
  bytes: Uint8Array,
  name: string | undefined,
  origin: Origin,
  { openBundle }: ServerReaders,
): Promise<DescribedServer | null> {
  // An archive begins with these letters, a description with none of them.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { entry } = await openBundle(bytes).catch((error: unknown) => {
      throw namingFile(error, origin.location)
    })
    return { ...entry, origin: { ...origin, kind: 'bundle' } }
  }
  if (bytes.byteLength > manifestLimits.bytes) return null
  return readServerText(new TextDecoder().decode(bytes), origin, name)
}

/** Names the file where the bundle as a whole is wrong: the user knows no other name of it. */
function namingFile(error: unknown, name: string): unknown {
  if (!(error instanceof AppError) || error.details.subject !== wholeBundle) return error
  return new AppError(error.code, error.message, { ...error.details, subject: name }, error)
}

/** A server in another client's file. */
export interface FileServer {
  name: string
  /** Its command or address. */
  summary: string
}

/** Returns the servers in another client's file; none for any other file. */
export function serversInFile(bytes: Uint8Array): FileServer[] {
  if (bytes.byteLength > manifestLimits.bytes) return []
  const text = new TextDecoder().decode(bytes)
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return []
  assertShallow(text)
  if (!isConfigurationFile(parseJsonc(text))) return []
  return readConfigurations(text).map(({ name, config }) => ({
    name,
    summary: config.transport === 'stdio' ? shownCommand(config).join(' ') : config.url,
  }))
}

/** Returns the server that a text describes: a server.json, or another client's file. */
export function readServerText(
  text: string,
  origin: Origin,
  name?: string,
): DescribedServer | null {
  if (text.length > manifestLimits.bytes || !/^\s*(?:\{|\/[/*])/.test(text)) return null
  assertShallow(text)
  const value = parseJsonc(text)
  if (!isObject(value)) return null
  if (isConfigurationFile(value)) {
    const entries = readConfigurations(text)
    const entry = name === undefined ? entries[0] : entries.find((one) => one.name === name)
    if (!entry) throw manifestError('mcpServers', 'There is no such server')
    if (name === undefined && entries.length > 1) {
      throw manifestError(
        'mcpServers',
        `Choose one of ${entries.map((one) => one.name).join(', ')}`,
      )
    }
    return { ...entry, origin: { ...origin, kind: 'configuration' } }
  }
  const server = isObject(value['server']) ? value['server'] : value
  const isServer = Array.isArray(server['packages']) || Array.isArray(server['remotes'])
  return isServer && typeof server['name'] === 'string'
    ? { ...readServerJson(value), origin }
    : null
}

/**
 * Returns the server that answers at an address; null if none does. It is asked to introduce itself
 * only where the address looks like a server's. Errors: aborted.
 */
export async function readServerAt(
  url: URL,
  origin: Origin,
  { probe }: ServerReaders,
  signal: AbortSignal | null,
): Promise<DescribedServer | null> {
  if (!/\/(?:mcp|sse)\/?$/.test(url.pathname) && !url.hostname.startsWith('mcp.')) return null
  if (/\.(?:json|ya?ml)$/.test(url.pathname)) return null
  const fetch = createGuardedFetch({ allows: typedAddress(url) })
  const limit = AbortSignal.timeout(probeMilliseconds)
  const found = await probe(url, fetch, signal ? AbortSignal.any([signal, limit]) : limit)
  if (!found) return null
  const { transport, title, version } = found
  const config = { transport, url: url.href, headers: {} }
  const name = title || url.host
  return {
    name: url.host + url.pathname,
    title: name,
    description: '',
    version,
    config,
    settings: null,
    origin,
  }
}
