import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { errorText } from '../core/errorText.ts'
import { modelFailuresAtom } from '../core/store.ts'
import { StatusDot } from '../ui/StatusDot.tsx'
import { statusOf, toneOf } from './providerStatus.ts'

/** Shows whether the provider can be used, or why its models are missing. */
export function ProviderStatus({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const failures = useAtomValue(modelFailuresAtom)
  const status = statusOf(provider)
  const failure = failures.find(({ providerId }) => providerId === provider.id)
  const isFailed = failure !== undefined && status === 'ready'
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
