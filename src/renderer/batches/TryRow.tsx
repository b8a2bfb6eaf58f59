import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch, BatchPreview } from '../../shared/batches/batches.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextField } from '../ui/controls/TextField.tsx'
import { formatNumber } from '../ui/formatAmount.ts'
import { RowItem } from './BatchRows.tsx'
import { allRows } from './rowCounts.ts'
import { RowList } from '../ui/layout/RowList.tsx'

interface TryRowProps {
  batch: Batch
  preview: BatchPreview
  canSend: boolean
  /** Sends the row, and resolves once its answer is kept. */
  onTry: (number: number) => Promise<void>
}

/** Sends one row before the start, and shows the rows that were tried. */
export function TryRow({ batch, preview, canSend, onTry }: TryRowProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const trying = useTask()
  const { tried, rows } = preview
  const text = typed ?? String(tried.at(-1)?.number ?? rows[0]?.number ?? '')
  const number = /^\d+$/.test(text.trim()) ? Number(text) : 0
  const last = allRows(batch)
  const isRow = number >= 1 && number <= last
  const range = t('batches.try.range', { last: formatNumber(i18n.language, last) })
  return (
    <section aria-label={t('batches.try.title')} className="space-y-2">
      <h3 className="text-sm font-medium">{t('batches.try.title')}</h3>
      <p className="text-sm text-muted">{t('batches.try.hint')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={t('batches.try.row')}
          inputMode="numeric"
          value={text}
          error={isRow || text === '' ? undefined : range}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          disabled={!canSend || !isRow}
          busy={trying.running || batch.counts.sent > 0}
          onClick={() => void trying.run(() => onTry(number))}
        >
          {t('batches.try.send')}
        </Button>
      </div>
      {trying.failure && <ErrorAlert error={trying.failure.error} since={trying.failure.at} />}
      {tried.length > 0 && (
        <RowList label={t('batches.try.tried')}>
          {tried.map((row) => (
            <RowItem key={row.number} row={row} isWhole>
              {row.isOutdated && <p className="text-xs">{t('batches.try.outdated')}</p>}
            </RowItem>
          ))}
        </RowList>
      )}
    </section>
  )
}
