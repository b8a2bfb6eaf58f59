import type { Agent as PlainAgent, IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Agent as SecureAgent } from 'node:https'
import { finalAnswer } from './finalAnswer.ts'
import { type HostRule, plainUrl } from './hostRule.ts'
import { request as requestPlain } from './http.ts'
import { assertAllowed, judgedLookup, type Resolve } from './judgedLookup.ts'
import { limitConnecting } from './limitConnecting.ts'
import { readIntoOneBuffer } from './readIntoOneBuffer.ts'
import { findRedirect, type Hop } from './redirect.ts'
import { trustsSystem, trustSystemCertificates } from './trustSystemCertificates.ts'

export const redirectsDefault = 5
const maxHeaderBytes = 16 * 1024

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
