import type { PluginSheet } from '../../../shared/plugins/pluginSheet.ts'
import type { PluginSource } from '../../../shared/plugins/plugins.ts'
import { AppError } from '../../../shared/errors.ts'
import { openApiLimits } from '../../network/guardedRequest.ts'
import { readServerJson } from '../../mcp/intake/readServerJson.ts'
import { bundledIndex, type IndexedServer } from '../bundledIndex.ts'
import { readServer, readServerAt, readServerText, type ServerReaders } from './readServer.ts'
import { serverDraft } from './serverDraft.ts'
import { readCommand } from './readCommand.ts'
import type { ReadOpenApi } from '../openapi/readOpenApi.ts'
import type { Draft } from './draft.ts'
import type { DescribedServer } from './compileServer.ts'
import { decodeText, fetchDocument, sha256Of, type FetchedDocument } from './fetchDocument.ts'
import { manifestError } from './manifestError.ts'
import { readDocument, type Reading } from './readDocument.ts'

/** A source that needs no look at what is installed. */
export type OwnSource = Exclude<PluginSource, { kind: 'installed' }>

/** Readers for the parts of a description. */
export interface SourceReaders {
  readOpenApi: ReadOpenApi
  servers: ServerReaders
}
type SourceReading = Reading & SourceReaders

/**
 * Reads a plugin from its source. Runs nothing. Errors: pluginManifestInvalid with the field,
 * pluginNotFound, pluginServerFailed, those of a guarded request.
 */
export async function readSource(
  source: OwnSource,
  readers: SourceReaders,
  signal: AbortSignal | null = null,
): Promise<Draft> {
  const reading: SourceReading = { ...readers, signal, typed: null }
  switch (source.kind) {
    case 'index': {
      const entry = bundledIndex().get(source.id)
      if (!entry) {
        throw new AppError('pluginNotFound', 'Not in the index', { subject: source.id })
      }
      if (!('manifest' in entry)) return readIndexedServer(entry)
      return readAddress(new URL(entry.manifest), 'index', entry.id, reading)
    }
    case 'address':
      return readAddress(parseAddress(source.url), 'address', undefined, reading)
    case 'file':
      return readFile(source, reading)
    case 'command': {
      const origin = { kind: 'typed' as const, location: source.command, sha256: '' }
      return serverDraft(readCommand(source.command, origin))
    }
  }
}

/** The index's words on a server count more than the server's own. */
function readIndexedServer({ server, id, ...facts }: IndexedServer): Promise<Draft> {
  const origin = { kind: 'index' as const, location: id, sha256: '' }
  return serverDraft({ ...readServerJson(server), ...facts, indexId: id, origin })
}

async function readAddress(
  address: URL,
  kind: PluginSheet['origin']['kind'],
  indexId: string | undefined,
  reading: SourceReading,
): Promise<Draft> {
  const { signal, servers } = reading
  const origin = { kind, location: address.href, sha256: '' }
  const server = await readServerAt(address, origin, servers, signal)
  if (server) return serverDraft(server)
  const fetched = await fetchUnlessServer(address, signal)
  if (fetched === 'server') return serverDraft(serverAt(address, origin))
  const { text, url, sha256 } = fetched
  const read = { ...origin, sha256 }
  const described = readServerText(text, read)
  if (described) return serverDraft(described)
  const document = { text, url, origin: read, ...(indexId !== undefined && { indexId }) }
  return readDocument(document, { ...reading, typed: address })
}

/** Statuses of MCP servers for a plain GET. */
const serverStatuses = [400, 401, 405, 406, 415]

/** Fetches a description, or tells that the address is rather that of a server. */
async function fetchUnlessServer(
  address: URL,
  signal: AbortSignal | null,
): Promise<FetchedDocument | 'server'> {
  try {
    return await fetchDocument(address, address, signal, openApiLimits)
  } catch (error) {
    const isServer =
      error instanceof AppError &&
      error.code === 'pluginServerFailed' &&
      serverStatuses.includes(error.details.status ?? 0)
    if (isServer) return 'server'
    throw error
  }
}

function serverAt({ href, host, pathname }: URL, origin: PluginSheet['origin']): DescribedServer {
  const config = { transport: 'http' as const, url: href, headers: {} }
  const unknown = { description: '', version: null, settings: null }
  return { name: host + pathname, title: host, ...unknown, config, origin }
}

async function readFile(
  { name, bytes, server }: Extract<OwnSource, { kind: 'file' }>,
  reading: SourceReading,
): Promise<Draft> {
  const origin = { kind: 'file' as const, location: name, sha256: sha256Of(bytes) }
  const described = await readServer(bytes, server, origin, reading.servers)
  if (described) return serverDraft(described)
  if (bytes.byteLength > openApiLimits.bytes) throw manifestError('JSON', 'It is too large')
  return readDocument({ text: decodeText(bytes), url: null, origin }, reading)
}

/** Parses what the user typed; without a scheme it is taken as https. */
function parseAddress(text: string): URL {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new AppError('addressInvalid', 'Only http and https addresses can be read', {
    subject: trimmed.slice(0, 200),
  })
}
