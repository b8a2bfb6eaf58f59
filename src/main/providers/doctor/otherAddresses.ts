import { editDistance } from '../../../shared/editDistance.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { isLocalAddress, keyMayTravel } from '../configs/baseUrl.ts'
import { createAsk, detectors } from '../local/detect.ts'
import { nativeOrigin } from '../local/discover.ts'
import { defaultAddress, localServers } from '../local/localServers.ts'
import { listPresets } from '../configs/presets.ts'
import type { Fetch } from '../transport/transport.ts'

/** Returns likely addresses of the API on the same host: usual paths, and the other scheme. */
export function nearbyAddresses({ baseUrl, kind }: ProviderConfig): string[] {
  const url = new URL(baseUrl)
  if (kind === 'fal') return [otherScheme(baseUrl)].filter(keyMayTravel)
  const paths = kind === 'anthropic' ? ['', '/anthropic'] : ['/v1', '/api/v1', '/openai/v1']
  const sameHost = [
    ...(baseUrl.endsWith('/v1') || kind === 'anthropic' ? [] : [`${baseUrl}/v1`]),
    ...paths.map((path) => url.origin + path),
  ]
  const addresses = [...sameHost, otherScheme(baseUrl)].filter(keyMayTravel)
  return [...new Set(addresses)].filter((address) => address !== baseUrl)
}

/** Returns the same address with https instead of http, or the reverse. */
export function otherScheme(baseUrl: string): string {
  return baseUrl.startsWith('https:')
    ? baseUrl.replace('https:', 'http:')
    : baseUrl.replace('http:', 'https:')
}

const lookMilliseconds = 1000

/** Returns the address where the local server answers, or any known server for a custom address. */
export async function findLocalServer(
  config: ProviderConfig,
  { fetch, environment }: { fetch: Fetch; environment: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  if (!isLocalAddress(config.baseUrl)) return undefined
  const limit = AbortSignal.timeout(lookMilliseconds)
  const own = localServers.find(({ id }) => config.kind === 'local' && id === config.id)
  const found = await Promise.all(
    localServers.map(async (server) => {
      const address = defaultAddress(server, environment)
      if (address === config.baseUrl) return undefined
      const ask = createAsk(nativeOrigin(address), { fetch, key: null, limit })
      return (await detectors[(own ?? server).id](ask)) ? address : undefined
    }),
  )
  return found.find((address) => address !== undefined)
}

const maxTypos = 2

/** Returns the address of a known service if the host name looks like a misspelling of it. */
export function meantAddress(baseUrl: string): string | undefined {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  const services = listPresets().flatMap(({ baseUrl: address }) => {
    const known = URL.parse(address)?.hostname
    return known === undefined || /[{}]/.test(address) ? [] : [{ address, known }]
  })
  const near = services
    .map(({ address, known }) => ({ address, typos: editDistance(host, known) }))
    .sort((one, other) => one.typos - other.typos)[0]
  if (near === undefined || near.typos === 0 || near.typos > maxTypos) return undefined
  return near.address
}
