import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/batches/batches.ts'
import { formatDateTime, formatNumber } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { stateText } from './stateText.ts'
import { allRows } from './rowCounts.ts'

interface BatchListProps {
  batches: readonly Batch[]
  onOpen: (id: string) => void
}

/** Lists the tables, the newest first. */
export function BatchList({ batches, onOpen }: BatchListProps): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <RowList label={t('batches.list')}>
      {batches.map((batch) => (
        <li key={batch.id}>
          <button
            type="button"
            onClick={() => onOpen(batch.id)}
            className="pressable block w-full px-4 py-3 text-start hover:bg-hover"
          >
            <bdi className="block text-sm font-medium break-words">{batch.name}</bdi>
            <span className="block text-xs text-muted">
              <Facts
                facts={[
                  stateText(t, batch.state),
                  t('batches.rows', { rows: formatNumber(i18n.language, allRows(batch)) }),
                  formatDateTime(i18n.language, batch.createdAt),
                ]}
              />
            </span>
          </button>
        </li>
      ))}
    </RowList>
  )
}
