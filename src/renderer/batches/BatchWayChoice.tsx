import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BatchQuote, BatchWay } from '../../shared/batches/parts.ts'
import { Select } from '../ui/controls/Select.tsx'
import { formatDays, formatDollars, formatNumber, formatPercentage } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'

interface BatchWayChoiceProps {
  quote: BatchQuote
  chosen: BatchWay
  onChoose: (way: BatchWay) => void
}

/** Chooses between requests now and batches of the service, and shows what those cost and keep. */
export function BatchWayChoice({ quote, chosen, onChoose }: BatchWayChoiceProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { dollars, answerPrice, parts, discount, keptDays, cancellable } = quote
  const percent = formatPercentage(language, discount)
  const serviceLabel =
    discount > 0 ? t('batches.way.service', { percent }) : t('batches.way.samePrice')
  const facts = [
    dollars !== null &&
      answerPrice !== null &&
      t('batches.price', {
        price: formatDollars(language, dollars),
        answerPrice: formatDollars(language, answerPrice),
      }),
    t('batches.service.parts', { parts: formatNumber(language, parts) }),
    keptDays !== null && t('batches.service.kept', { time: formatDays(language, keptDays) }),
    !cancellable && t('batches.service.final'),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <span className="font-medium">{t('batches.way.title')}</span>
        <Select
          label={t('batches.way.title')}
          value={chosen}
          options={[
            { value: 'now', label: t('batches.way.now') },
            { value: 'service', label: serviceLabel },
          ]}
          onValueChange={onChoose}
        />
      </div>
      <p className="text-sm text-muted">
        {t('batches.service.title')} <Facts facts={facts} />
      </p>
    </div>
  )
}
