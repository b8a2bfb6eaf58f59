import { BlockList, isIP } from 'node:net'
import { AppError } from '../../../shared/errors.ts'

export interface ParsedAddress {
  /** The base URL without a trailing slash, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  /** Query parameters from the address, such as Azure's api-version. */
  query: Record<string, string>
}

/** Endpoint paths that people copy from a manual's examples. */
const endpoint = /\/(?:chat\/completions|completions|responses|embeddings|models|messages)$/

/** Hosts of web pages where people get a key or chat. They never serve an API. */
const pageHosts: ReadonlySet<string> = new Set([
  'platform.openai.com',
  'chat.openai.com',
  'chatgpt.com',
  'console.groq.com',
  'chat.deepseek.com',
  'platform.deepseek.com',
  'console.mistral.ai',
  'chat.mistral.ai',
  'console.anthropic.com',
  'platform.claude.com',
  'claude.ai',
  'console.aws.amazon.com',
  'console.x.ai',
  'grok.com',
  'aistudio.google.com',
  'gemini.google.com',
  'portal.azure.com',
  'ai.azure.com',
])

/**
 * Parses an API address that the user typed or pasted. Appends `defaultPath` if the address has no
 * path. Errors: addressInvalid.
 */
export function parseBaseUrl(text: string, defaultPath: '/v1' | '' = '/v1'): ParsedAddress {
  const url = parseUrl(text.trim())
  if (url.username || url.password) {
    throw invalid(text, 'a user name or password does not belong into the address')
  }
  if (pageHosts.has(url.hostname)) throw invalid(text, 'this is a web page, not an API')
  let path = url.pathname.replace(/\/+$/, '')
  while (endpoint.test(path)) path = path.replace(endpoint, '').replace(/\/+$/, '')
  return {
    baseUrl: url.origin + (path === '' ? defaultPath : path),
    query: Object.fromEntries(url.searchParams),
  }
}

function parseUrl(text: string): URL {
  if (text === '') throw invalid(text, 'it is empty')
  if (/[{}]/.test(text)) throw invalid(text, 'the part in braces is to be filled in')
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw invalid(text, `${scheme} is not http or https`)
  }
  if (/[\s\\]/.test(text)) throw invalid(text, 'it holds a space or a backslash')
  const url = URL.parse(scheme === undefined ? `https://${text}` : text)
  if (!url || url.hostname === '') throw invalid(text, 'it is not an address')
  if (scheme !== undefined || !isNearby(url.hostname)) return url
  return new URL(`http://${text}`)
}

function invalid(text: string, reason: string): AppError {
  // The error must not reveal a password in the address.
  const subject = text.replace(/\/\/[^/]*@/, '//').slice(0, 200)
  return new AppError('addressInvalid', `Not an API's address: ${reason}`, { subject })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

function inList(list: BlockList, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Returns true if the address can only refer to this machine. */
export function isLocalAddress(baseUrl: string): boolean {
  const url = URL.parse(baseUrl)
  return url !== null && isLoopback(url.hostname)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || inList(loopback, host)
}

/** Returns true if the host probably has no certificate, so that http is meant. */
function isNearby(host: string): boolean {
  if (isLoopback(host) || inList(privateNetworks, host)) return true
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return false
  return !host.includes('.') || /\.(?:local|lan|internal|home\.arpa)$/.test(host)
}

/** The permission to send a key to an address. `ask` leaves the decision to the user. */
export type Passage = 'free' | 'ask' | 'refused'

/**
 * Returns whether a key may be sent to an address. Allows https everywhere, and http to this
 * machine and to addresses of private networks. Returns `ask` for http to names of the local
 * network, because any machine there can claim a name. Decides by the URL parser's normalised host,
 * not its spelling. A name with a trailing dot is none of these.
 */
export function passageTo(address: string): Passage {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') return 'free'
  if (url?.protocol !== 'http:') return 'refused'
  const host = url.hostname
  if (host === 'localhost' || inList(loopback, host) || inList(privateNetworks, host)) return 'free'
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0
  return !isAddress && /^[^.]+$|\.local$/.test(host) ? 'ask' : 'refused'
}

/** Returns true if a key may be sent to the address, with or without the user's approval. */
export function keyMayTravel(address: string): boolean {
  return passageTo(address) !== 'refused'
}

/** Throws addressInvalid if a key would be sent unencrypted. */
export function assertKeyMayTravel(baseUrl: string): void {
  if (keyMayTravel(baseUrl)) return
  throw invalid(baseUrl, 'a key is sent over https only, or within a private network')
}
