import { useAtomValue } from 'jotai'
import type { ProviderState } from '../../../shared/providers.ts'
import { providersAtom } from '../../core/store.ts'

/** Returns the providers that may keep a base: OpenAI, and services that speak as it does. */
export function useHosts(): readonly ProviderState[] {
  const providers = useAtomValue(providersAtom) ?? []
  return providers.filter(
    ({ kind, presetId, enabled }) =>
      enabled && kind === 'openai-compatible' && (presetId === 'openai' || presetId === null),
  )
}

/** Returns the name of a provider, or its id if it is gone. */
export function useProviderName(providerId: string): string {
  const providers = useAtomValue(providersAtom) ?? []
  return providers.find(({ id }) => id === providerId)?.name ?? providerId
}
