import type { IncomingMessage } from 'node:http'
import { type HostRule, plainUrl, refusal } from './hostRule.ts'

/** One request on the way to the final answer. */
export interface Hop {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | undefined
}

/** The headers that another origin may see. Every other one may be or hold a secret. */
const harmlessHeaders = /^(?:accept|accept-encoding|accept-language|content-type|user-agent)$/i
const bodyHeaders = /^content-/i

/**
 * Returns the request that follows a redirect, or null for any other answer. To another origin go
 * only harmless headers, and the body only if the rule allows it and nobody can read it on the way.
 * Errors: the rule's refusal.
 */
export function findRedirect(hop: Hop, message: IncomingMessage, allows: HostRule): Hop | null {
  const status = message.statusCode ?? 0
  const { location } = message.headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null
  const target = URL.parse(location, hop.url.href)
  if (!target) {
    message.destroy()
    throw refusal(allows, hop.url, 'The redirect leads to no address')
  }
  const moved = redirected(hop, plainUrl(target), status)
  if (moved.url.origin === hop.url.origin) return moved
  const losesSecrecy = hop.url.protocol === 'https:' && moved.url.protocol === 'http:'
  if (moved.body !== undefined && (losesSecrecy || !allows.allowsBody?.(moved.url))) {
    message.destroy()
    throw refusal(allows, moved.url, 'The redirect would send the data to another server')
  }
  return { ...moved, headers: pick(moved.headers, (name) => harmlessHeaders.test(name)) }
}

/** Tells whether a request only reads, by its method. */
export function isRead({ method }: Hop): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Applies the rules for methods: 303 always asks with GET, and after a POST 301 and 302 do too. */
function redirected(hop: Hop, url: URL, status: number): Hop {
  const becomesGet = (status === 303 && !isRead(hop)) || (status < 303 && hop.method === 'POST')
  if (!becomesGet) return { ...hop, url }
  const headers = pick(hop.headers, (name) => !bodyHeaders.test(name))
  return { url, method: 'GET', headers, body: undefined }
}

function pick(
  headers: Readonly<Record<string, string>>,
  isKept: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)))
}
