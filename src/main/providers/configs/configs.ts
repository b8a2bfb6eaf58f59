import { AppError } from '../../../shared/errors.ts'
import type {
  Aws,
  Fields,
  LocalOptions,
  ProviderConfig,
  ProviderKind,
} from '../../../shared/providers.ts'
import { parseBaseUrl } from './baseUrl.ts'
import type { ParsedAddress } from './baseUrl.ts'
import { endpointsOf } from '../bedrock/endpoint.ts'
import { findPreset } from './presets.ts'
import type { ServicePreset } from './servicePreset.ts'

export interface NewProvider {
  presetId: string | null
  kind?: 'openai-compatible' | 'anthropic' | undefined
  name?: string | undefined
  baseUrl?: string | undefined
}

export interface ProviderPatch {
  name?: string | undefined
  baseUrl?: string | undefined
  headers?: Fields | undefined
  query?: Fields | undefined
  enabled?: boolean | undefined
  api?: ProviderConfig['api'] | undefined
  moderation?: boolean | undefined
  extraModels?: string[] | undefined
  aws?: Aws | undefined
  localOptions?: LocalOptions | undefined
}

/** A provider's fields before the user changes any of them. */
export const untouchedFields = {
  headers: {},
  query: {},
  enabled: true,
  furtherKeys: [],
  api: 'auto',
  moderation: false,
  extraModels: [],
} satisfies Partial<ProviderConfig>

const firstAws: Aws = {
  region: 'us-east-1',
  credentials: 'accessKey',
  profile: 'default',
  operation: 'converse',
}

/** Creates a provider from the user's choices. Errors: addressInvalid, providerMissing. */
export function newConfig(
  { presetId, kind: wantedKind, name, baseUrl }: NewProvider,
  isTaken: (id: string) => boolean,
): ProviderConfig {
  const preset = findPreset(presetId)
  if (presetId !== null && !preset) {
    throw new AppError('providerMissing', 'There is no such service', { subject: presetId })
  }
  const kind = preset?.kind ?? wantedKind ?? 'openai-compatible'
  const wanted = baseUrl ?? preset?.baseUrl ?? ''
  const text = kind === 'bedrock' ? wanted.replaceAll('{region}', firstAws.region) : wanted
  const address = parseAddress(text, kind, preset)
  return {
    ...untouchedFields,
    id: freeId(preset?.id ?? 'custom', isTaken),
    kind,
    presetId,
    name: name ?? preset?.name ?? new URL(address.baseUrl).hostname,
    baseUrl: address.baseUrl,
    query: address.query,
    ...(kind === 'bedrock' && { aws: firstAws }),
  }
}

/**
 * Returns the provider with the changes, including secrets. Errors: addressInvalid; badInput for an
 * invalid header.
 */
export function changedConfig(config: ProviderConfig, patch: ProviderPatch): ProviderConfig {
  const address =
    patch.baseUrl === undefined || patch.baseUrl === config.baseUrl
      ? { baseUrl: config.baseUrl, query: {} }
      : parseAddress(patch.baseUrl, config.kind, findPreset(config.presetId))
  const headers = patch.headers ? keepValues(patch.headers, config.headers) : config.headers
  const query = patch.query ? keepValues(patch.query, config.query) : config.query
  assertHeaders(patch.headers ?? {})
  const aws = config.kind === 'bedrock' ? (patch.aws ?? config.aws) : undefined
  const localOptions =
    config.kind === 'local' ? (patch.localOptions ?? config.localOptions) : undefined
  return {
    ...config,
    name: patch.name ?? config.name,
    baseUrl: aws ? movedAddress(address.baseUrl, config.aws, aws) : address.baseUrl,
    headers,
    query: { ...query, ...address.query },
    enabled: patch.enabled ?? config.enabled,
    api: patch.api ?? config.api,
    moderation: patch.moderation ?? config.moderation,
    extraModels: namesOf(patch.extraModels ?? config.extraModels),
    ...(aws && { aws }),
    ...(localOptions && { localOptions }),
  }
}

/** Parses an address. A preset's own address is valid even if it looks unusual. */
function parseAddress(
  text: string,
  kind: ProviderKind,
  preset: ServicePreset | undefined,
): ParsedAddress {
  const isPresets = preset?.baseUrl === text.trim().replace(/\/+$/, '') && !/[{}]/.test(text)
  if (isPresets) return { baseUrl: preset.baseUrl, query: {} }
  return parseBaseUrl(text, kind === 'openai-compatible' || kind === 'local' ? '/v1' : '')
}

function regionalAddress(region: string): string {
  return endpointsOf('', region).runtime
}

/** Returns the address for another region. Keeps a custom endpoint, such as a private one. */
function movedAddress(baseUrl: string, before: Aws | undefined, after: Aws): string {
  const moved = regionalAddress(after.region)
  const isRegional = before !== undefined && baseUrl === regionalAddress(before.region)
  return isRegional ? moved : baseUrl
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '')
}

/**
 * Derives the id from the service's name, so that a service that is removed and added again finds
 * its old chats.
 */
function freeId(base: string, isTaken: (id: string) => boolean): string {
  let id = base
  for (let number = 2; isTaken(id); number += 1) id = `${base}-${String(number)}`
  return id
}

/** Replaces null by the stored value. */
function keepValues(given: Fields, before: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string | null][] => {
      if (value !== null) return [[name, value]]
      return Object.hasOwn(before, name) ? [[name, before[name] ?? null]] : []
    }),
  )
}

/**
 * Headers that control routing and framing. On a host shared by many services, another `host` would
 * send the key to a different service.
 */
const connectionHeaders =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|forwarded|x-forwarded-.*|proxy-.*)$/i

function assertHeaders(headers: Fields): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      if (connectionHeaders.test(name)) throw new TypeError('It is for the connection')
      new Headers([[name, value ?? '']])
    } catch (error) {
      const reason = 'The header has a name or a value that HTTP does not allow'
      throw new AppError('badInput', reason, { subject: name.slice(0, 200) }, error)
    }
  }
}
