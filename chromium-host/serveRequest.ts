import type { CdpConnection } from './cdp.ts'
import type { Protocol } from '../node_modules/playwright-core/types/protocol.d.ts'
import { readBodyStart, serveOnce, startLimits, wholeLimits, type Answer } from './responseBody.ts'
import type { SchemeOrigins } from './schemeOrigins.ts'

export type PausedRequest = Protocol.Fetch.requestPausedPayload
export type SchemeHandler = (request: Request) => Response | Promise<Response>

const policyHeaders = new Set(['content-security-policy', 'content-security-policy-report-only'])
const addressHeaders = new Set(['access-control-allow-origin', 'location', 'timing-allow-origin'])
/** Resource types that are never slow on purpose and must not need a second address. */
const wholeTypes = new Set(['Document', 'Script', 'Stylesheet', 'Font'])

function toRequest(url: string, { request }: PausedRequest, origins: SchemeOrigins): Request {
  const { method } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    headers.set(name, /^(origin|referer)$/i.test(name) ? origins.toAppUrl(value) : value)
  }
  const parts = (request.postDataEntries ?? []).map(({ bytes = '' }) =>
    Buffer.from(bytes, 'base64'),
  )
  const hasBody = method !== 'GET' && method !== 'HEAD' && parts.length > 0
  return new Request(url, { method, headers, ...(hasBody ? { body: Buffer.concat(parts) } : {}) })
}

function toAnswer(response: Response, origins: SchemeOrigins): Answer {
  const headers = [...response.headers].map(([name, value]) => {
    if (policyHeaders.has(name)) return { name, value: origins.toPagePolicy(value) }
    return { name, value: addressHeaders.has(name) ? origins.toPageUrl(value) : value }
  })
  return { status: response.status, headers }
}

/**
 * Answers an intercepted request with the response of the app's scheme handler. Chromium keeps
 * loopback from frames on another host than their page, so `isForeign` ones get bodies whole.
 */
export async function serveRequest(
  connection: CdpConnection,
  paused: PausedRequest,
  handler: SchemeHandler,
  origins: SchemeOrigins,
  isForeign: boolean,
): Promise<void> {
  const { requestId, request, resourceType } = paused
  try {
    const response = await handler(toRequest(origins.toAppUrl(request.url), paused, origins))
    if (response.type === 'error') throw new Error('The handler answered with an error')
    const answer = toAnswer(response, origins)
    const isWhole = isForeign || wholeTypes.has(resourceType)
    const limits = isWhole ? wholeLimits : startLimits
    const { start, rest } = await readBodyStart(response.body, limits)
    if (rest && isWhole) {
      await rest.cancel()
      throw new Error('The body is too large or too slow to be sent whole')
    }
    if (rest) {
      const url = await serveOnce(answer, { start, rest })
      await allowLoopback(connection, new URL(request.url).origin)
      connection.tell('Fetch.continueRequest', { requestId, url, method: 'GET', headers: [] })
    } else {
      const body = start.toString('base64')
      const { status: responseCode, headers: responseHeaders } = answer
      connection.tell('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body })
    }
  } catch {
    connection.tell('Fetch.failRequest', { requestId, errorReason: 'Failed' })
  }
}

/**
 * Lets the app's own origin load from loopback. Older versions of Chromium allow this to all pages.
 */
async function allowLoopback(connection: CdpConnection, origin: string): Promise<void> {
  const permission = { name: 'loopback-network' }
  const grant = { permission, setting: 'granted' as const, origin }
  await connection.send('Browser.setPermission', grant).catch(() => undefined)
}
