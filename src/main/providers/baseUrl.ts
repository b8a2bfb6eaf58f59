import { BlockList, isIP } from 'node:net'
import { AppError } from '../../shared/errors.ts'

export interface ParsedAddress {
  /** Without a slash at the end, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  /** Query fields that stood in the address, such as Azure's api-version. */
  query: Record<string, string>
}

/** The ends of addresses that people copy from a manual's examples. */
const endpoint = /\/(?:chat\/completions|completions|responses|embeddings|models|messages)$/

/** Where people get a key or chat in the browser: a page, never an API. */
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
 * An API address from what a user typed or pasted; one without a path gets `defaultPath`.
 * Errors: addressInvalid.
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
  // A password in the address must not come back in an error.
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

/** Whether an address can only be this machine's. */
export function isLocalAddress(baseUrl: string): boolean {
  const url = URL.parse(baseUrl)
  return url !== null && isLoopback(url.hostname)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || inList(loopback, host)
}

/** Whether the host looks like one that has no certificate: http is what is meant there. */
function isNearby(host: string): boolean {
  if (isLoopback(host) || inList(privateNetworks, host)) return true
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return false
  return !host.includes('.') || /\.(?:local|lan|internal|home\.arpa)$/.test(host)
}

/** Whether a key may be sent to an address: `ask` is for the user to decide. */
export type Passage = 'free' | 'ask' | 'refused'

/**
 * Returns how a key may go to an address. Over https anywhere. Over plain http to this machine and
 * to a private network's own addresses; a name of the local network is what anybody there may
 * answer to, so the user is asked. What the URL parser makes of the host counts, not how it is
 * written; a name with a dot at its end is none of these.
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

/** Whether a key may ever be sent to an address. */
export function keyMayTravel(address: string): boolean {
  return passageTo(address) !== 'refused'
}

/** Errors: addressInvalid, where a key would be sent in the clear. */
export function assertKeyMayTravel(baseUrl: string): void {
  if (keyMayTravel(baseUrl)) return
  throw invalid(baseUrl, 'a key is sent over https only, or within a private network')
}
