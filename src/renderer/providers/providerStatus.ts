import type { ProviderState } from '../../shared/providers.ts'
import type { StatusTone } from '../ui/StatusDot.tsx'

const tones = {
  off: 'neutral',
  guide: 'success',
  found: 'success',
  notRunning: 'neutral',
  ready: 'success',
  keyMissing: 'warning',
  credentialsMissing: 'warning',
  keyRefused: 'danger',
} as const satisfies Record<string, StatusTone>

export type ProviderStatusId = keyof typeof tones

export function statusOf(provider: ProviderState): ProviderStatusId {
  if (!provider.enabled) return 'off'
  if (provider.kind === 'guide') return 'guide'
  if (provider.kind === 'local') return provider.found ? 'found' : 'notRunning'
  const keys = provider.keys.filter(({ source }) => source !== 'none')
  if (keys.length > 0 && keys.every(({ condition }) => condition === 'refused')) return 'keyRefused'
  if (!provider.needsKey || provider.keySource !== 'none' || keys.length > 0) return 'ready'
  return provider.aws ? 'credentialsMissing' : 'keyMissing'
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
