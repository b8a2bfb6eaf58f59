import { useAtomValue } from 'jotai'
import type { ProviderState } from '../../shared/providers.ts'
import { modelFailuresAtom } from '../core/store.ts'
import { isRunning, statusOfFailure } from './providerStatus.ts'

type FailureStatus = ReturnType<typeof statusOfFailure>

/** Returns what the last failure of listing a running provider's models says of its state. */
export function useFailureStatus(provider: ProviderState): FailureStatus {
  const failures = useAtomValue(modelFailuresAtom)
  const failure = failures.find(({ providerId }) => providerId === provider.id)
  return failure && isRunning(provider) ? statusOfFailure(provider, failure.error) : undefined
}

/** Tells whether a key would mend the failure. */
export function isAboutKey(status: FailureStatus): status is 'keyMissing' | 'keyRefused' {
  return status === 'keyMissing' || status === 'keyRefused'
}
