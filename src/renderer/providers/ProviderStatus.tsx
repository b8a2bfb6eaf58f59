import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { errorText } from '../core/errorText.ts'
import { modelFailuresAtom } from '../core/store.ts'

/** Shows in one line how many models the provider offers, or why they are missing. */
export function ProviderStatus({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const failures = useAtomValue(modelFailuresAtom)
  const failure = failures.find(({ providerId }) => providerId === provider.id)
  if (failure && statusKey(provider) === 'providers.status.ready') {
    return <p className="text-xs text-danger-ink">{errorText(t, failure.error).sentence}</p>
  }
  return <p className="text-xs text-muted">{t(statusKey(provider))}</p>
}

function statusKey(provider: ProviderState) {
  if (!provider.enabled) return 'providers.status.off'
  if (provider.kind === 'guide') return 'providers.status.guide'
  if (provider.kind === 'local') {
    return provider.found ? 'providers.status.found' : 'providers.status.notRunning'
  }
  if (!provider.needsKey || hasKey(provider)) return 'providers.status.ready'
  return provider.aws ? 'providers.status.credentialsMissing' : 'providers.status.keyMissing'
}

function hasKey({ keySource, keys }: ProviderState): boolean {
  return keySource !== 'none' || keys.some(({ source }) => source !== 'none')
}
