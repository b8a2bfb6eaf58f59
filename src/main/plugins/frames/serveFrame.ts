import type { Log } from '../../feature.ts'
import { readAtMost } from '../../readAtMost.ts'
import { namedHosts, pluginScheme, webAddress } from './frameAddress.ts'
import type { Frame, FrameHosts } from './frameHosts.ts'
import { framePolicy } from './framePolicy.ts'
import { maxMessageBytes } from './messageGate.ts'
import type { PageReply } from './pageMessages.ts'
import type { PageAnswer, SendPageRequest } from './pagePlugin.ts'
import { rewritePosts } from './rewritePosts.ts'
import { rewriteText } from './rewriteText.ts'
import type { ViewReply } from './views/viewMessages.ts'

/** Requests of one frame, at a time and in all, and the bytes that they bring. */
const maxRunningRequests = 32
const maxRequests = 3000
const maxFrameBytes = 200 * 1024 * 1024
/** Hosts whose refusal is told. */
const maxRefusedHosts = 20
const maxBodyBytes = 1024 * 1024
const requestMilliseconds = 30_000

const markup = /^(?:text\/(?:html|css)|application\/xhtml\+xml)\b/i
const script = /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Headers that a page's request may set; cookies and the like are not passed on. */
const sentHeaders = /^(?:accept|content-type|authorization|x-[\w-]+)$/

export interface ServeFrameOptions {
  hosts: FrameHosts
  send: SendPageRequest
  /** The origin of Parley's own page, the only one that may show a frame. */
  appOrigin: string
  /** Called with what a page tried and may not, once for each host. */
  onRefused: (pluginId: string, host: string, address: string) => void
  /** Takes a message of a page. Resolves to the answers. */
  onMessage: (frame: Frame, message: Uint8Array) => Promise<readonly FrameReply[]>
  /** Called with a link that the user has pressed in a page, as the page has it. */
  onLink: (frame: Frame, link: string) => void
  /** Called with a page that sends more than it may. */
  onFlood: (frame: Frame) => void
  log: Log
}

/** A message to a page or a view. */
export type FrameReply = PageReply | ViewReply

/** Path that pages post their messages to (preload's carryMessages.ts). */
const messagesPath = '/~messages'
const linkPath = '/~link'
const maxLinkBytes = 10_000

/**
 * Returns the handler of the plugins' scheme. It answers at a frame's own address: its document
 * once, then for the page's server and the hosts of the sheet. Nothing that the servers say about
 * the document reaches the frame, but its type.
 */
export function createServeFrame(
  options: ServeFrameOptions,
): (request: Request) => Promise<Response> {
  const { hosts, send, log } = options

  return async (request) => {
    const url = URL.parse(request.url)
    const frame = url && hosts.findByHost(url.host)
    if (!url || !frame) return new Response('Not found', { status: 404 })
    const headers = ownHeaders(frame, options.appOrigin)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    try {
      if (url.pathname === linkPath) return await takeLink(frame, request, headers)
      if (url.pathname === messagesPath) return await answerMessage(frame, request, headers)
      const { document } = frame
      if (document && addressOf(url) === frame.address) {
        frame.document = undefined
        return toResponse(frame, document, headers)
      }
      return await answerRequest(frame, url, request, headers)
    } catch (error) {
      if (!frame.ended.signal.aborted) log('A page of a plugin got no answer', error)
      return new Response('Bad gateway', { status: 502, headers })
    }
  }

  async function answerMessage(
    frame: Frame,
    request: Request,
    headers: Headers,
  ): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers })
    const body = await readAtMost(request, maxMessageBytes)
    if (body) return Response.json(await options.onMessage(frame, body), { headers })
    options.onFlood(frame)
    return new Response(null, { status: 413, headers })
  }

  async function takeLink(frame: Frame, request: Request, headers: Headers): Promise<Response> {
    const body = request.method === 'POST' && (await readAtMost(request, maxLinkBytes))
    if (body) options.onLink(frame, Buffer.from(body).toString('utf8'))
    return new Response(null, { status: body ? 204 : 400, headers })
  }

  function noteRefusal(frame: Frame, { pathname, host: own }: URL): void {
    const host = /^\/~https?\/([^/]+)/.exec(pathname)?.[1] ?? own
    if (frame.refused.has(host) || frame.refused.size >= maxRefusedHosts) return
    frame.refused.add(host)
    options.onRefused(frame.pluginId, host, pathname)
  }

  async function answerRequest(
    frame: Frame,
    url: URL,
    request: Request,
    headers: Headers,
  ): Promise<Response> {
    const target = webAddress(frame.plugin, frame.pageUrl, url)
    if (!target || !methods.has(request.method)) {
      noteRefusal(frame, url)
      return new Response('Forbidden', { status: 403, headers })
    }
    frame.requests += 1
    const isTooMuch = frame.running >= maxRunningRequests || frame.requests > maxRequests
    if (isTooMuch || frame.bytes > maxFrameBytes) {
      return new Response('Too many requests', { status: 429, headers })
    }
    frame.running += 1
    try {
      const body = await readBody(request)
      const timeout = AbortSignal.timeout(requestMilliseconds)
      const answer = await send(frame.plugin, target, {
        method: request.method,
        headers: headersToSend(request.headers),
        ...(body && { body }),
        signal: AbortSignal.any([frame.ended.signal, timeout]),
      })
      frame.bytes += answer.bytes.byteLength
      return toResponse(frame, answer, headers)
    } finally {
      frame.running -= 1
    }
  }
}

/** Returns an address without its fragment. */
function addressOf({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname}${search}`
}

function ownHeaders({ host }: Frame, appOrigin: string): Headers {
  return new Headers({
    'content-security-policy': framePolicy(`${pluginScheme}://${host}`, appOrigin),
    // The frame has no origin, so all that it loads comes from elsewhere.
    'access-control-allow-origin': '*',
    'access-control-allow-methods': '*',
    'access-control-allow-headers': '*, authorization',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
  })
}

function toResponse(frame: Frame, answer: PageAnswer, headers: Headers): Response {
  const { status, bytes } = answer
  const type = answer.headers.get('content-type') ?? 'text/plain'
  const hasBody = ![204, 205, 304].includes(status)
  const sent = status >= 200 && status <= 599 ? status : 502
  if (!hasBody) return new Response(null, { status: 204, headers })
  const isText = markup.test(type) || script.test(type)
  headers.set('content-type', isText ? `${type.split(';')[0] ?? ''}; charset=utf-8` : type)
  if (!isText) return new Response(bytes, { status: sent, headers })
  const text = rewritePosts(decode(bytes, type))
  if (script.test(type)) return new Response(text, { status: sent, headers })
  const hosts = namedHosts(frame.plugin, frame.pageUrl)
  return new Response(rewriteText(text, frame.pageUrl, hosts), { status: sent, headers })
}

function decode(bytes: Uint8Array, type: string): string {
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const bytes = await readAtMost(request, maxBodyBytes)
  if (!bytes) throw new Error('The page sends too much at once')
  return bytes
}

function headersToSend(headers: Headers): Record<string, string> {
  const kept = [...headers].filter(([name]) => sentHeaders.test(name))
  return Object.fromEntries(kept)
}
