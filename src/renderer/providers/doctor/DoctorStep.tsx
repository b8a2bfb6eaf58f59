import type { TFunction } from 'i18next'
import { CircleCheck, CircleMinus, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoctorFinding } from '../../../shared/providers.ts'
import { errorText } from '../../core/errorText.ts'
import { formatMilliseconds } from '../../ui/formatAmount.ts'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { shownOutcome } from './findings.ts'
import type { Finding, ShownOutcome } from './findings.ts'
import { FixButton } from './FixButton.tsx'
import type { Fix } from './FixButton.tsx'
import { WireTexts } from './WireTexts.tsx'
import { useSecondsLeft } from '../../ui/status/useSecondsUntil.ts'

interface DoctorStepProps {
  finding: Finding
  onFix: (fix: Fix) => void
}

/** Shows one step: outcome, duration, and a remedy if it failed. */
export function DoctorStep({ finding, onFix }: DoctorStepProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { step, milliseconds, error, fix } = finding
  const outcome = shownOutcome(finding)
  const secondsLeft = useSecondsLeft(error?.details?.retryAfterSeconds, finding.at)
  return (
    <li className="py-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="self-center">
          <OutcomeIcon outcome={outcome} />
        </span>
        <span className="font-medium">{t(`providers.doctor.steps.${step}`)}</span>
        {outcome !== 'skipped' && (
          <span className="sr-only">{t(`providers.doctor.outcomes.${outcome}`)}</span>
        )}
        <span className="min-w-24 flex-1 truncate text-muted">
          <bdi>{foundText(t, finding)}</bdi>
        </span>
        {milliseconds !== undefined && (
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {formatMilliseconds(i18n.language, milliseconds)}
          </span>
        )}
      </div>
      {(error ?? fix) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 ps-6 pt-1">
          {error && (
            <p
              className={`min-w-40 flex-1 break-words ${outcome === 'loading' ? 'text-muted' : 'text-danger-ink'}`}
            >
              {errorText(t, error, secondsLeft).sentence}
            </p>
          )}
          {fix && <FixButton fix={fix} waiting={(secondsLeft ?? 0) > 0} onFix={() => onFix(fix)} />}
        </div>
      )}
      <WireTexts finding={finding} />
    </li>
  )
}

function foundText(translate: TFunction, finding: DoctorFinding): string {
  const { step, outcome, found, media } = finding
  if (outcome === 'skipped') return translate('providers.doctor.outcomes.skipped')
  const [, good, count] = /^(\d+)\/(\d+)$/.exec(found ?? '') ?? []
  if (step === 'key' && count !== undefined) {
    return translate('providers.doctor.keysFound', { good, total: count })
  }
  if (media) return translate('providers.doctor.mediaFound', media)
  const models = Number(found)
  if (step === 'models' && found !== undefined && Number.isInteger(models)) {
    return translate('providers.models', { count: models })
  }
  return found ?? ''
}

function OutcomeIcon({ outcome }: { outcome: ShownOutcome }): ReactNode {
  switch (outcome) {
    case 'running':
      return <Spinner />
    case 'passed':
      return <CircleCheck aria-hidden className="size-4 text-success-ink" />
    case 'failed':
      return <CircleX aria-hidden className="size-4 text-danger-ink" />
    case 'loading':
      return <Hourglass aria-hidden className="size-4 text-muted" />
    case 'skipped':
      return <CircleMinus aria-hidden className="size-4 text-muted" />
  }
}
