import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderState } from '../../shared/providers.ts'
import { errorText } from '../core/errorText.ts'
import { modelFailuresAtom } from '../core/store.ts'
import { classNames } from '../ui/classNames.ts'
import { statusOf, toneOf } from './providerStatus.ts'
import type { StatusTone } from './providerStatus.ts'

const dots: Record<StatusTone, string> = {
  ready: 'border-success-ink bg-success-ink',
  idle: 'border-control-line',
  needsUser: 'border-warning-ink bg-warning-ink',
  failed: 'border-danger-ink bg-danger-ink',
}

/** Shows whether the provider can be used, or why its models are missing. */
export function ProviderStatus({ provider }: { provider: ProviderState }): ReactNode {
  const { t } = useTranslation()
  const failures = useAtomValue(modelFailuresAtom)
  const status = statusOf(provider)
  const failure = failures.find(({ providerId }) => providerId === provider.id)
  const isFailed = failure !== undefined && status === 'ready'
  const tone = isFailed ? 'failed' : toneOf(status)
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'me-1.5 inline-block size-1.75 rounded-full border align-[0.05em]',
          dots[tone],
        )}
      />
      <span className={tone === 'failed' ? 'text-danger-ink' : undefined}>
        {isFailed ? errorText(t, failure.error).sentence : t(`providers.status.${status}`)}
      </span>
    </>
  )
}
