import { lookup, type LookupAddress } from 'node:dns'
import { request as requestPlain } from 'node:http'
import type { Agent as PlainAgent, IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Agent as SecureAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify, promisify } from 'node:util'
import { finalAnswer } from './finalAnswer.ts'
import { type HostRule, literalOf, plainUrl, refusal } from './hostRule.ts'
import { limitConnecting } from './limitConnecting.ts'
import { findRedirect, type Hop } from './redirect.ts'
import { trustsSystem, trustSystemCertificates } from './trustSystemCertificates.ts'

export const redirectsDefault = 5
const headerBytesMaximum = 16 * 1024

/** Returns a host's IP addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

export interface OpenRequest {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** The hosts and addresses that each hop may reach. */
  allows: HostRule
  signal: AbortSignal
  /** The number of redirects that are followed; the answer to one more is returned as it is. */
  redirects?: number
  /** Asks the system by default. */
  resolve?: Resolve | undefined
  /** Keep connections open. By default each request has one of its own. */
  agents?: { http: PlainAgent; https: SecureAgent }
}

export interface OpenedResponse {
  /** The final answer. Its body has not been read. */
  message: IncomingMessage
  /** The address that gave it, after redirects. */
  url: URL
}

const connectionHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|:.*)$/i

/** Tells whether a header decides where a request goes, where it ends, or what follows it. */
export function isConnectionHeader(name: string): boolean {
  return connectionHeaders.test(name)
}

/**
 * Sends a request and follows redirects. Judges the host of each hop and the IP address of each
 * connection, so that no name can lead to another machine. Errors: the rule's refusal; Node's own.
 */
export async function openResponse(url: URL, request: OpenRequest): Promise<OpenedResponse> {
  const { method = 'GET', headers = {}, body, allows, redirects = redirectsDefault } = request
  let hop: Hop = { url: plainUrl(url), method: method.toUpperCase(), headers, body }
  for (let followed = 0; ; followed += 1) {
    const message = await openOnce(hop, request)
    if (followed === redirects) return { message, url: hop.url }
    const next = findRedirect(hop, message, allows)
    if (next === null) return { message, url: hop.url }
    message.destroy()
    hop = next
  }
}

async function openOnce(hop: Hop, request: OpenRequest): Promise<IncomingMessage> {
  assertAllowed(hop.url, request.allows)
  const trustedBefore = trustsSystem()
  try {
    return await send(hop, request)
  } catch (error) {
    if (trustSystemCertificates(error, trustedBefore)) return send(hop, request)
    throw error
  }
}

function assertAllowed(url: URL, allows: HostRule): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal(allows, url, 'Only addresses on the web can be reached')
  }
  if (url.hostname === '' || !allows.allowsHost(url)) {
    throw refusal(allows, url, 'The host is not among those that may be reached')
  }
  const literal = literalOf(url.hostname)
  // A literal address is connected to without a look-up.
  if (literal !== null && !allows.allowsAddress(literal, url)) throw addressRefusal(allows, url)
}

function addressRefusal(allows: HostRule, url: URL) {
  return refusal(allows, url, 'The address is not on the open internet')
}

function send({ url, method, headers, body }: Hop, request: OpenRequest): Promise<IncomingMessage> {
  const { allows, signal, agents } = request
  const options = {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !isConnectionHeader(name)),
    ),
    signal,
    maxHeaderSize: headerBytesMaximum,
    lookup: createLookup(url, allows, request.resolve ?? lookUpBySystem),
  }
  const sent =
    url.protocol === 'https:'
      ? requestSecure(url, { ...options, agent: agents?.https ?? false })
      : requestPlain(url, { ...options, agent: agents?.http ?? false })
  limitConnecting(sent)
  const answer = finalAnswer(sent)
  sent.end(body)
  return answer
}

const lookUpAll = promisify(lookup)
const lookUpBySystem: Resolve = (hostname) => lookUpAll(hostname, { all: true })

/** Returns a look-up that gives the connection only addresses that may be connected to. */
function createLookup(url: URL, allows: HostRule, resolve: Resolve): LookupFunction {
  const findAllowed = callbackify(async (hostname: string) => {
    const found = await resolve(hostname)
    const allowed = found.filter(({ address }) => allows.allowsAddress(address, url))
    if (allowed.length === 0) throw addressRefusal(allows, url)
    return allowed
  })
  return (hostname, options, callback) => {
    findAllowed(hostname, (error, allowed) => {
      if (error) return callback(error, '')
      const [first] = allowed
      if (options.all) callback(null, allowed)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}
