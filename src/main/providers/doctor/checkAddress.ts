import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { isLocalAddress, keyMayTravel, parseBaseUrl } from '../configs/baseUrl.ts'
import { falAddresses } from '../fal/falAddresses.ts'
import { readBeginning } from '../transport/readBeginning.ts'
import { fromConnection } from '../errors/providerErrors.ts'
import { withoutSecretFields } from '../keys/credentials.ts'
import type { SentConfig } from '../keys/credentials.ts'
import { findPreset } from '../configs/presets.ts'
import type { Fetch } from '../transport/transport.ts'
import { findLocalServer, meantAddress, nearbyAddresses, otherScheme } from './otherAddresses.ts'

export interface AddressDependencies {
  config: ProviderConfig
  /** Headers and query parameters for the provider's own address, including secrets. */
  sent: Pick<SentConfig, 'headers' | 'query'>
  /** Its requests are shown to the user. */
  fetch: Fetch
  /** For additional attempts that are not shown. */
  quietFetch: Fetch
  environment: NodeJS.ProcessEnv
  redact: (text: string) => string
  signal: AbortSignal
}

/** The response at an address. `better` is the API's probable address. */
export type AddressResult = { status: number } | { error: AppError; better: string | undefined }

/** Checks whether an API answers at the provider's address. Sends no key. */
export async function checkAddress(dependencies: AddressDependencies): Promise<AddressResult> {
  const { config, sent, fetch, signal } = dependencies
  const { baseUrl } = config
  if (!URL.canParse(baseUrl)) {
    const details = { provider: config.name, subject: baseUrl.slice(0, 200) }
    const error = new AppError('addressInvalid', 'Not an address', details)
    return { error, better: findPreset(config.presetId)?.baseUrl }
  }
  let answer: Answer
  try {
    answer = await ask(config, baseUrl, { fetch, ...sent, signal })
  } catch (error) {
    if (signal.aborted) throw error
    return withoutConnection(error, dependencies)
  }
  if (answer.isApi || isKnownAddress(config)) return { status: answer.status }
  const better = answer.movedTo ?? (await findBetter(dependencies))
  if (better === undefined && !answer.isPage) return { status: answer.status }
  const details = { provider: config.name, subject: baseUrl, status: answer.status }
  return { error: new AppError('notAnApi', 'No API answers at this address', details), better }
}

function isKnownAddress({ kind, presetId, baseUrl }: ProviderConfig): boolean {
  return kind === 'bedrock' || findPreset(presetId)?.baseUrl === baseUrl
}

interface Answer {
  status: number
  isApi: boolean
  /** True for a web page or a redirect. */
  isPage: boolean
  movedTo: string | undefined
}

const idleMilliseconds = 10_000

interface Asking {
  fetch: Fetch
  /** Secrets go to the provider's own address only. */
  headers?: Record<string, string>
  query?: Record<string, string>
  signal: AbortSignal
}

/** Requests the list of models, which every API of the kind offers. */
async function ask(
  config: ProviderConfig,
  baseUrl: string,
  { fetch, headers, query = withoutSecretFields(config).query, signal }: Asking,
): Promise<Answer> {
  const url = new URL(listAddress(config, baseUrl))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(idleMilliseconds * 2)])
  const all = { accept: 'application/json', ...headers }
  const response = await fetch(url, { headers: all, signal: limit })
  const { status } = response
  const text = await readBeginning(response, limit, idleMilliseconds)
  const isMoved = status >= 300 && status < 400
  return {
    status,
    isApi: !isMoved && (isJson(text) || status === 401 || status === 403 || status === 429),
    isPage: isMoved || /^\s*</.test(text),
    movedTo: isMoved ? movedAddress(response.headers.get('location'), url, config) : undefined,
  }
}

function listAddress({ kind }: ProviderConfig, baseUrl: string): string {
  if (kind === 'bedrock') return `${baseUrl}/`
  if (kind === 'fal') return `${falAddresses(baseUrl).platform}/models?limit=1`
  if (kind === 'anthropic') return `${baseUrl.replace(/\/v1$/, '')}/v1/models`
  return `${baseUrl}/models`
}

function isJson(text: string): boolean {
  // The text may be the beginning of a longer list of models.
  return /^\s*[[{]/.test(text)
}

/** Accepts a redirect only to another scheme or path: another host would receive the key. */
function movedAddress(
  location: string | null,
  from: URL,
  { kind }: ProviderConfig,
): string | undefined {
  const to = location === null ? null : URL.parse(location, from.href)
  // Its list does not lie below the address.
  if (kind === 'fal') return undefined
  if (to?.hostname !== from.hostname || !/\/models\/?$/.test(to.pathname)) return undefined
  return parseBaseUrl(to.origin + to.pathname, kind === 'anthropic' ? '' : '/v1').baseUrl
}

async function findBetter(dependencies: AddressDependencies): Promise<string | undefined> {
  const { config, quietFetch, signal } = dependencies
  const tried = nearbyAddresses(config).map(async (address) => {
    const answer = await ask(config, address, { fetch: quietFetch, signal }).catch(() => undefined)
    return answer?.isApi ? address : undefined
  })
  return (await Promise.all(tried)).find((address) => address !== undefined)
}

async function withoutConnection(
  cause: unknown,
  dependencies: AddressDependencies,
): Promise<AddressResult> {
  const { config, quietFetch, environment, redact } = dependencies
  const { baseUrl, name: provider } = config
  const local = isLocalAddress(baseUrl)
  const error =
    cause instanceof AppError
      ? cause
      : fromConnection(cause, { provider, address: baseUrl, local, redact })
  if (/ENOTFOUND|EAI_AGAIN/.test(error.message)) return { error, better: meantAddress(baseUrl) }
  const nearby = await findNearby(dependencies)
  const better = nearby ?? (await findLocalServer(config, { fetch: quietFetch, environment }))
  return { error, better }
}

/** Tries the other scheme. Returns its address if an API answers there. */
async function findNearby(dependencies: AddressDependencies): Promise<string | undefined> {
  const { config, quietFetch, signal } = dependencies
  const other = otherScheme(config.baseUrl)
  if (!keyMayTravel(other)) return undefined
  const asking = ask(config, other, { fetch: quietFetch, signal })
  const answer = await asking.catch(() => undefined)
  return answer?.isApi ? other : undefined
}
