import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch, RowState, ShownRow } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { errorText } from '../core/errorText.ts'
import { attempt } from '../core/failures.ts'
import { classNames } from '../ui/classNames.ts'
import { RowList } from '../ui/layout/RowList.tsx'

const problemStates: RowState[] = ['failed', 'unknown']
const answerStates: RowState[] = ['done']

/** Lists the first rows with a problem, and the first answers. */
export function BatchRows({ batch }: { batch: Batch }): ReactNode {
  const { t } = useTranslation()
  const { counts } = batch
  const problems = useRows(batch.id, problemStates, counts.failed + counts.unknown)
  const answers = useRows(batch.id, answerStates, counts.done)
  return (
    <>
      <Rows title={t('batches.problems')} rows={problems} />
      <Rows title={t('batches.answers')} rows={answers} />
    </>
  )
}

/** The list follows a growing number of rows only so often: it shows the first ones. */
const pauseMs = 500

function useRows(id: string, states: RowState[], count: number): readonly ShownRow[] {
  const [rows, setRows] = useState<readonly ShownRow[]>([])
  useEffect(() => {
    let isCurrent = true
    const ask = async (): Promise<void> => {
      const found = count === 0 ? [] : await api.batches.rows({ id, states })
      if (isCurrent) setRows(found)
    }
    const timer = setTimeout(() => attempt(ask()), rows.length === 0 ? 0 : pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // The number of rows shown decides about the pause alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, states, count])
  return rows
}

function Rows({ title, rows }: { title: string; rows: readonly ShownRow[] }): ReactNode {
  if (rows.length === 0) return null
  return (
    <section aria-label={title} className="space-y-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <RowList label={title}>
        {rows.map((row) => (
          <RowItem key={row.number} row={row} />
        ))}
      </RowList>
    </section>
  )
}

interface RowItemProps {
  row: ShownRow
  /** Shows the whole answer, not its first lines. */
  isWhole?: boolean
  /** More lines below. */
  children?: ReactNode
}

/** A row with its answer, or with what went wrong. */
export function RowItem({ row, isWhole = false, children }: RowItemProps): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="space-y-1 px-4 py-2.5 text-sm">
      <p className="text-xs text-muted">{t('batches.row', { number: row.number })}</p>
      <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
        {row.excerpt}
      </p>
      {row.answer !== '' && (
        <p
          dir="auto"
          className={classNames('whitespace-pre-wrap wrap-anywhere', !isWhole && 'line-clamp-4')}
        >
          {row.answer}
        </p>
      )}
      {row.notice && <p className="text-xs">{t(`batches.notice.${row.notice}`)}</p>}
      {row.state === 'unknown' && <p className="text-xs">{t('batches.noAnswer')}</p>}
      {row.error && (
        <p className="text-danger-ink">
          {errorText(t, row.error).sentence}
          {row.error.details?.answer !== undefined && (
            <bdi className="block text-xs">{row.error.details.answer}</bdi>
          )}
        </p>
      )}
      {children}
    </li>
  )
}
