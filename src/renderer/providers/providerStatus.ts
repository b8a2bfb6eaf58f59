import type { WireError } from '../../shared/errors.ts'
import type { KeyState, ProviderState } from '../../shared/providers.ts'
import type { StatusTone } from '../ui/status/StatusDot.tsx'

const tones = {
  off: 'neutral',
  guide: 'success',
  found: 'success',
  loading: 'warning',
  notRunning: 'neutral',
  ready: 'success',
  keyMissing: 'warning',
  credentialsMissing: 'warning',
  keyRefused: 'danger',
  quotaExhausted: 'danger',
} as const satisfies Record<string, StatusTone>

export type ProviderStatusId = keyof typeof tones

export function statusOf(provider: ProviderState): ProviderStatusId {
  if (!provider.enabled) return 'off'
  if (provider.kind === 'guide') return 'guide'
  if (provider.kind === 'local') return provider.found ? 'found' : 'notRunning'
  const keys = provider.keys.filter(({ source }) => source !== 'none')
  if (keys.length > 0 && keys.every(({ condition }) => condition === 'refused')) return 'keyRefused'
  // A key says so beside itself; the list must not call it ready.
  if (keys.length > 0 && keys.every(({ condition }) => isSpent(condition))) return 'quotaExhausted'
  if (!provider.needsKey || provider.keySource !== 'none' || keys.length > 0) return 'ready'
  return provider.aws ? 'credentialsMissing' : 'keyMissing'
}

function isSpent(condition: KeyState['condition']): boolean {
  return condition === 'exhausted' || condition === 'refused'
}

/** Tells whether the provider should answer, so that a failure to list its models matters. */
export function isRunning(provider: ProviderState): boolean {
  const status = statusOf(provider)
  return status === 'ready' || status === 'found'
}

/**
 * Returns what the failure of listing a provider's models says of its state; undefined if that is
 * told by the error's own words.
 */
export function statusOfFailure(
  provider: ProviderState,
  { code, details }: WireError,
): 'loading' | 'keyMissing' | 'keyRefused' | undefined {
  if (code === 'modelLoading') return 'loading'
  if (code === 'keyMissing') return 'keyMissing'
  const isRefused = details?.status === 401 || details?.status === 403
  if (!isRefused) return undefined
  const hasKey = provider.keys.some(({ source }) => source !== 'none')
  if (!hasKey && provider.keySource === 'none') return 'keyMissing'
  return provider.kind === 'local' ? 'keyRefused' : undefined
}

export function toneOf(status: ProviderStatusId): StatusTone {
  return tones[status]
}

/** Tells whether the provider can't answer before the user has entered a key. */
export function needsKeyNow(provider: ProviderState): boolean {
  const status = statusOf(provider)
  const isWithheld = provider.keys.some(({ withheldFor }) => withheldFor !== null)
  return (
    status === 'keyMissing' ||
    status === 'credentialsMissing' ||
    status === 'keyRefused' ||
    (isWithheld && status === 'ready')
  )
}
