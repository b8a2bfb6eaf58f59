import type { SheetChoices } from '../../../shared/plugins/pluginSheet.ts'
import { guardedRequest, type GuardedAnswer } from '../../network/guardedRequest.ts'
import type { Resolve } from '../../network/judgedLookup.ts'
import { maskKnownKeys } from '../../secrets/redact.ts'
import { createHostRule } from '../network/sheetRule.ts'
import { type ApiCall, planRequest } from './planRequest.ts'
import { pluginError } from './pluginErrors.ts'

/** The limit of a result's text. */
const maxTextBytes = 1024 * 1024
const limits = { bytes: 5 * 1024 * 1024, milliseconds: 30_000, overflow: 'cut' } as const

export interface ApiCallOptions extends ApiCall {
  choices: Pick<SheetChoices, 'hostsOff' | 'localNetwork'>
  signal: AbortSignal | null
  /** Asks the system for IP addresses by default. */
  resolve?: Resolve
}

export interface ApiAnswer {
  /** The result's text, at most 1 MB; empty for a file. Secrets are masked. */
  text: string
  /** True if the answer was longer. */
  isCut: boolean
  /** A result that is no text, such as a picture. */
  file: { mediaType: string; bytes: Uint8Array } | null
  status: number
  /** The host that answered, after redirects. */
  host: string
  sentBytes: number
  receivedBytes: number
}

/**
 * Calls a plugin's server: sends what the sheet allows to the hosts that it names, and returns the
 * result. Errors: pluginNetworkRefused, pluginArgumentsInvalid, pluginSettingsInvalid,
 * pluginNotFound, pluginManifestInvalid, pluginServerFailed, connectionFailed, timeout, aborted.
 */
export async function callApi(options: ApiCallOptions): Promise<ApiAnswer> {
  const { sheet, choices, tool, signal, resolve } = options
  const { method, url, headers, body } = planRequest(options)
  const answer = await guardedRequest(url, {
    ...{ method, headers, limits, signal, resolve },
    ...(body !== undefined && { body }),
    allows: createHostRule(sheet, choices),
  })
  const secrets = secretsOf(options)
  const { status } = answer
  if (status < 200 || status > 299) {
    const hasSettings = sheet.settings !== null
    const text = textOf(answer)
    throw pluginError({ status, text, plugin: sheet.title, tool, hasSettings, secrets })
  }
  const result = isFile(answer) ? fileResult(answer) : textResult(answer, secrets)
  return {
    ...result,
    status,
    host: new URL(answer.url).host,
    sentBytes: Buffer.byteLength(body ?? ''),
    receivedBytes: answer.bytes.length,
  }
}

/** Returns the secret values, for masking. */
function secretsOf({ sheet, settings }: ApiCall): string[] {
  return sheet.secretSettings.flatMap((name) => {
    const value = settings[name]
    return typeof value === 'string' ? value : []
  })
}

type Result = Pick<ApiAnswer, 'text' | 'isCut' | 'file'>

function textResult(answer: GuardedAnswer, secrets: readonly string[]): Result {
  const isCut = answer.isCut || answer.bytes.length > maxTextBytes
  return { text: maskKnownKeys(textOf(answer), secrets), isCut, file: null }
}

function fileResult({ bytes, isCut, headers }: GuardedAnswer): Result {
  const mediaType = mediaTypeOf(headers)
  // Half a file is of no use.
  return isCut
    ? { text: `[A file of type ${mediaType} was left out: it is too large.]`, isCut, file: null }
    : { text: '', isCut, file: { mediaType, bytes } }
}

function isFile({ headers }: GuardedAnswer): boolean {
  const mediaType = mediaTypeOf(headers)
  if (/[+/](?:xml|json)$/.test(mediaType)) return false
  return /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|octet-stream)$/.test(mediaType)
}

function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function textOf({ bytes, headers }: GuardedAnswer): string {
  const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  return decode(bytes.subarray(0, maxTextBytes), charset)
}

function decode(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // An unknown encoding.
    return new TextDecoder().decode(bytes)
  }
}
