import type { PluginSheet } from '../../../shared/pluginSheet.ts'
import type { PluginSource } from '../../../shared/plugins.ts'
import { AppError } from '../../../shared/errors.ts'
import { openApiLimits } from '../../network/guardedRequest.ts'
import { bundledIndex } from '../bundledIndex.ts'
import { compileServer } from './compileServer.ts'
import { readCommand } from './readCommand.ts'
import type { ReadOpenApi } from '../openapi/readOpenApi.ts'
import type { Draft } from './draft.ts'
import { decodeText, fetchDocument, sha256Of } from './fetchDocument.ts'
import { manifestError } from './manifestError.ts'
import { readDocument, type Reading } from './readDocument.ts'

/** A source that needs no look at what is installed. */
export type OwnSource = Exclude<PluginSource, { kind: 'installed' }>

/**
 * Reads a plugin from its source. Runs nothing. Errors: pluginManifestInvalid with the field,
 * pluginNotFound, pluginServerFailed, those of a guarded request.
 */
export async function readSource(
  source: OwnSource,
  readOpenApi: ReadOpenApi,
  signal: AbortSignal | null = null,
): Promise<Draft> {
  const reading: Reading = { readOpenApi, signal, typed: null }
  switch (source.kind) {
    case 'index': {
      const entry = bundledIndex().get(source.id)
      if (!entry || !('manifest' in entry)) {
        throw new AppError('pluginNotFound', 'Not in the index', { subject: source.id })
      }
      return readAddress(new URL(entry.manifest), 'index', entry.id, reading)
    }
    case 'address':
      return readAddress(parseAddress(source.url), 'address', undefined, reading)
    case 'file':
      return readFile(source.name, source.bytes, reading)
    case 'command': {
      const origin = { kind: 'typed' as const, location: source.command, sha256: '' }
      return compileServer(readCommand(source.command, origin), 'none')
    }
  }
}

async function readAddress(
  address: URL,
  kind: PluginSheet['origin']['kind'],
  indexId: string | undefined,
  reading: Reading,
): Promise<Draft> {
  const { signal } = reading
  const { text, url, sha256 } = await fetchDocument(address, address, signal, openApiLimits)
  const origin = { kind, location: address.href, sha256 }
  const document = { text, url, origin, ...(indexId !== undefined && { indexId }) }
  return readDocument(document, { ...reading, typed: address })
}

function readFile(name: string, bytes: Uint8Array, reading: Reading): Promise<Draft> {
  if (bytes.byteLength > openApiLimits.bytes) throw manifestError('JSON', 'It is too large')
  const origin = { kind: 'file' as const, location: name, sha256: sha256Of(bytes) }
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
