import type { Agent as PlainAgent, IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Agent as SecureAgent } from 'node:https'
import { AppError } from '../../shared/errors.ts'
import { finalAnswer } from './finalAnswer.ts'
import { type HostRule, plainUrl } from './hostRule.ts'
import { request as requestPlain } from './http.ts'
import { assertAllowed, judgedLookup, type Resolve } from './judgedLookup.ts'
import { limitConnecting } from './limitConnecting.ts'
import { readIntoOneBuffer } from './readIntoOneBuffer.ts'
import { findRedirect, isRead, type Hop } from './redirect.ts'
import { withRetries, type Retries } from './retries.ts'
import { trustsSystem, trustSystemCertificates } from './trustSystemCertificates.ts'

const maxRedirects = 20
const maxHeaderBytes = 16 * 1024

export interface OpenRequest {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** The hosts and addresses that each hop may reach. */
  allows: HostRule
  signal: AbortSignal
  /** Follows redirects by default, at most 20. False returns a redirect as it is. */
  followsRedirects?: boolean
  /**
   * Sends GET and HEAD again before their answer has begun: after failed connections and 429, 502,
   * 503 and 504. By default nothing is sent twice.
   */
  retries?: Retries | undefined
  /** Asks the system by default. */
  resolve?: Resolve | undefined
  /** Keep connections open. By default each request has one of its own. */
  agents?: { http: PlainAgent; https: SecureAgent }
  /** Reads into one buffer, for a large body. Not for agents, whose connections outlive a request. */
  intoOneBuffer?: boolean
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
 * connection, so that no name can lead to another machine. Errors: the rule's refusal;
 * tooManyRedirects after 20, or once they lead to an address again; Node's own.
 */
export async function openResponse(url: URL, request: OpenRequest): Promise<OpenedResponse> {
  const { method = 'GET', headers = {}, body, allows, followsRedirects = true } = request
  const open = opener(request)
  const visited = new Set<string>()
  let hop: Hop = { url: plainUrl(url), method: method.toUpperCase(), headers, body }
  for (;;) {
    visited.add(visitOf(hop))
    const message = await open(hop)
    const next = followsRedirects ? findRedirect(hop, message, allows) : null
    if (next === null) return { message, url: hop.url }
    message.destroy()
    if (visited.has(visitOf(next)) || visited.size > maxRedirects) throw tooManyRedirects(next)
    hop = next
  }
}

/** A form that answers a POST with "see this address" is no circle. */
function visitOf({ method, url }: Hop): string {
  return `${method} ${url.href}`
}

function tooManyRedirects({ url }: Hop): AppError {
  return new AppError('tooManyRedirects', 'The redirects have no end', { provider: url.host })
}

/** Returns `openOnce`, with the retries of the request; all hops share their number. */
function opener(request: OpenRequest): (hop: Hop) => Promise<IncomingMessage> {
  const { retries, signal } = request
  const open = (hop: Hop) => openOnce(hop, request)
  if (!retries) return open
  const openAgain = withRetries(open, retries, signal)
  return (hop) => (isRead(hop) ? openAgain(hop) : open(hop))
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

function send({ url, method, headers, body }: Hop, request: OpenRequest): Promise<IncomingMessage> {
  const { allows, signal, agents } = request
  const oneBuffer = request.intoOneBuffer ? readIntoOneBuffer() : undefined
  const options = {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !isConnectionHeader(name)),
    ),
    signal,
    maxHeaderSize: maxHeaderBytes,
    lookup: judgedLookup(url, allows, request.resolve),
    // It reaches the socket, as do all options of one.
    ...(oneBuffer && { onread: oneBuffer.onread }),
  }
  const sent =
    url.protocol === 'https:'
      ? requestSecure(url, { ...options, agent: agents?.https ?? false })
      : requestPlain(url, { ...options, agent: agents?.http ?? false })
  limitConnecting(sent)
  oneBuffer?.attach(sent)
  const answer = finalAnswer(sent)
  sent.end(body)
  return answer
}
