import { AppError } from '../../shared/errors.ts'
import type { ProviderConfig } from '../../shared/providers.ts'
import { parseBaseUrl } from './baseUrl.ts'
import type { ParsedAddress } from './baseUrl.ts'
import { findPreset } from './presets.ts'
import type { ServicePreset } from './presets.ts'

export interface NewProvider {
  presetId: string | null
  name?: string | undefined
  baseUrl?: string | undefined
}

export interface ProviderPatch {
  name?: string | undefined
  baseUrl?: string | undefined
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  enabled?: boolean | undefined
}

/** A provider from what the user chose. Errors: addressInvalid, providerMissing. */
export function newConfig(
  { presetId, name, baseUrl }: NewProvider,
  isTaken: (id: string) => boolean,
): ProviderConfig {
  const preset = findPreset(presetId)
  if (presetId !== null && !preset) {
    throw new AppError('providerMissing', 'There is no such service', { subject: presetId })
  }
  const address = parseAddress(baseUrl ?? preset?.baseUrl ?? '', preset)
  return {
    id: freeId(preset?.id ?? 'custom', isTaken),
    kind: 'openai-compatible',
    presetId,
    name: name ?? preset?.name ?? new URL(address.baseUrl).hostname,
    baseUrl: address.baseUrl,
    headers: {},
    query: address.query,
    enabled: true,
  }
}

/** The provider with the changes. Errors: addressInvalid; badInput for an impossible header. */
export function changedConfig(config: ProviderConfig, patch: ProviderPatch): ProviderConfig {
  const address =
    patch.baseUrl === undefined || patch.baseUrl === config.baseUrl
      ? { baseUrl: config.baseUrl, query: {} }
      : parseAddress(patch.baseUrl, findPreset(config.presetId))
  const headers = patch.headers ?? config.headers
  assertHeaders(headers)
  return {
    ...config,
    name: patch.name ?? config.name,
    baseUrl: address.baseUrl,
    headers,
    query: { ...(patch.query ?? config.query), ...address.query },
    enabled: patch.enabled ?? config.enabled,
  }
}

/** A preset's own address is right as it is, even where it does not look like others do. */
function parseAddress(text: string, preset: ServicePreset | undefined): ParsedAddress {
  const isPresets = preset?.baseUrl === text.trim().replace(/\/+$/, '') && !/[{}]/.test(text)
  return isPresets ? { baseUrl: preset.baseUrl, query: {} } : parseBaseUrl(text)
}

/** Ids name the service, so that one who removes and adds it again finds old chats in order. */
function freeId(base: string, isTaken: (id: string) => boolean): string {
  let id = base
  for (let number = 2; isTaken(id); number += 1) id = `${base}-${String(number)}`
  return id
}

function assertHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]])
    } catch (error) {
      const reason = 'The header has a name or a value that HTTP does not allow'
      throw new AppError('badInput', reason, { subject: name.slice(0, 200) }, error)
    }
  }
}
