import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrainingEstimate } from '../../shared/fineTuning/fineTuning.ts'
import { formatDay, formatDollars, formatTokens } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { DeploymentNote } from './DeploymentNote.tsx'

interface EstimateProps {
  estimate: TrainingEstimate
  /** The model that is trained. */
  base: string
}

/** Shows what a training will cost, and what to know of the service before. */
export function Estimate({ estimate, base }: EstimateProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { tokens, dollars, baseEnds, dialect, isKnown } = estimate
  const span = (least: string, most: string): string =>
    least === most ? least : t('fineTuning.span', { least, most })
  const trained = span(formatTokens(language, tokens.least), formatTokens(language, tokens.most))
  const price =
    dollars && span(formatDollars(language, dollars.least), formatDollars(language, dollars.most))
  return (
    <section aria-label={t('fineTuning.estimate')} className="space-y-1 text-sm">
      <h3 className="font-medium">{t('fineTuning.estimate')}</h3>
      <p className="text-muted">
        <Facts
          facts={[
            t('fineTuning.estimateTokens', { tokens: trained }),
            price === null ? t('app.price.unknown') : t('app.price.about', { price }),
          ]}
        />
      </p>
      {baseEnds !== null && (
        <p>{t('fineTuning.baseEnds', { model: base, date: formatDay(language, baseEnds) })}</p>
      )}
      {!isKnown && <p>{t('fineTuning.untried')}</p>}
      {isKnown && dialect === 'openai' && <p>{t('fineTuning.closing')}</p>}
      <DeploymentNote dialect={dialect} />
    </section>
  )
}
