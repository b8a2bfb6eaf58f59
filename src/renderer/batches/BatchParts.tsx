import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/batches/batches.ts'
import type { BatchPart } from '../../shared/batches/parts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { Alert } from '../ui/status/Alert.tsx'

interface BatchPartsProps {
  batch: Batch
  isBusy: boolean
  onLookAgain: () => void
}

/** Lists the batches that a table has at its service. */
export function BatchParts({ batch, isBusy, onLookAgain }: BatchPartsProps): ReactNode {
  const { t } = useTranslation()
  const { parts, counts } = batch
  if (parts.length === 0) return null
  const isLost = counts.unknown > 0 && parts.some(({ state }) => state === 'lost')
  return (
    <section aria-label={t('batches.parts')} className="space-y-2">
      <h3 className="text-sm font-medium">{t('batches.parts')}</h3>
      {isLost && (
        <Alert
          tone="note"
          actions={
            <Button size="small" busy={isBusy} onClick={onLookAgain}>
              {t('batches.lookAgain')}
            </Button>
          }
        >
          {t('batches.lostNote')}
        </Alert>
      )}
      <RowList label={t('batches.parts')}>
        {parts.map((part) => (
          <PartRow key={part.number} part={part} />
        ))}
      </RowList>
    </section>
  )
}

function PartRow({ part: { number, state, rows, done, failed } }: { part: BatchPart }): ReactNode {
  const { t, i18n } = useTranslation()
  const format = (count: number): string => formatNumber(i18n.language, count)
  const facts = [
    t(`batches.partState.${state}`),
    t('batches.rows', { rows: format(rows) }),
    done > 0 && t('batches.count.done', { rows: format(done) }),
    failed > 0 && t('batches.count.failed', { rows: format(failed) }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <li className="px-4 py-2.5 text-sm">
      {t('batches.part', { number })} · <Facts facts={facts} />
    </li>
  )
}
