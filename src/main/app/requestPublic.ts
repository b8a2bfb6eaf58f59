import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../../shared/errors.ts'
import { finalAnswer } from '../providers/finalAnswer.ts'

const redirectsMaximum = 5

export interface PublicRequest {
  headers: Record<string, string>
  signal: AbortSignal
  /** Whether an IP address may be connected to. */
  isAllowed: (address: string) => boolean
}

/**
 * Fetches a web address, following redirects. Checks the address that each connection really uses,
 * so that no name can lead to a nearby machine. Errors: addressInvalid, Node's own.
 */
export async function requestPublic(url: URL, request: PublicRequest): Promise<IncomingMessage> {
  let target = url
  for (let redirects = 0; redirects <= redirectsMaximum; redirects++) {
    const response = await requestOnce(target, request)
    const { location } = response.headers
    if (!isRedirect(response.statusCode ?? 0) || location === undefined) return response
    response.destroy()
    const next = URL.parse(location, target.href)
    if (!next) throw refusal()
    target = next
  }
  throw new AppError('connectionFailed', 'The address leads on and on')
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function refusal(): AppError {
  return new AppError('addressInvalid', 'Only addresses on the web can be loaded')
}

function requestOnce(url: URL, request: PublicRequest): Promise<IncomingMessage> {
  const { headers, signal, isAllowed } = request
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  // A literal address is connected to without a look-up.
  if (!isWeb || (isIP(literal) > 0 && !isAllowed(literal))) throw refusal()
  const get = url.protocol === 'https:' ? getSecure : getPlain
  const options = { headers, signal, agent: false, lookup: createLookup(isAllowed) } as const
  return finalAnswer(get(withoutCredentials(url), options))
}

function withoutCredentials(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  return plain
}

function createLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const every: LookupOptions & { all: true } = { ...options, all: true }
    lookup(hostname, every, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '')
      const allowed = found.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return callback(refusal(), '')
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
