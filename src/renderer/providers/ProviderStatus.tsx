import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { errorText } from '../core/errorText.ts'
import { modelFailuresAtom } from '../core/store.ts'
import { StatusDot } from '../ui/status/StatusDot.tsx'
import { isRunning, statusOf, toneOf } from './providerStatus.ts'
import { useFailureStatus } from './useFailureStatus.ts'

/** Shows whether the provider can be used, or why its models are missing. */
export function ProviderStatus({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const failures = useAtomValue(modelFailuresAtom)
  const cause = useFailureStatus(provider)
  const status = cause ?? statusOf(provider)
  const failure = failures.find(({ providerId }) => providerId === provider.id)
  const isFailed = failure !== undefined && cause === undefined && isRunning(provider)
  const tone = isFailed ? 'danger' : toneOf(status)
  return (
    <>
      <StatusDot tone={tone} />
      <span className={tone === 'danger' ? 'text-danger-ink' : undefined}>
        {isFailed ? errorText(t, failure.error).sentence : t(`providers.status.${status}`)}
      </span>
    </>
  )
}
