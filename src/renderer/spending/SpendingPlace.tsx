import { ChevronLeft, ChevronRight, ReceiptText } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MonthSpending } from '../../shared/spending.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { spendingText } from '../core/spendingText.ts'
import { useSpending } from '../core/useSpending.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { formatMonth, formatNumber } from '../ui/formatAmount.ts'
import { showToast } from '../ui/layers/Toast.tsx'
import { EmptyState } from '../ui/status/EmptyState.tsx'
import { Skeleton } from '../ui/status/Skeleton.tsx'
import { BudgetCard } from './BudgetCard.tsx'
import { DayChart } from './DayChart.tsx'
import { addMonths, monthAt } from './months.ts'
import { SpendingList, SumFacts } from './SpendingList.tsx'

/** Shows what the requests of a month have cost, as far as it is known. */
export function SpendingPlace(): ReactNode {
  const { t, i18n } = useTranslation()
  const [current] = useState(() => monthAt(new Date()))
  const [month, setMonth] = useState(current)
  const read = useCallback(() => api.spending.month({ month }), [month])
  const { value: spending, failure } = useSpending(read)
  const [first, setFirst] = useState(month)
  // Kept while another month is read, so that its button is not disabled under the user's finger.
  if (spending?.firstMonth && spending.firstMonth !== first) setFirst(spending.firstMonth)
  return (
    <div className="h-full [scrollbar-gutter:stable] overflow-y-auto px-5 py-6 md:px-8">
      <div className="mx-auto max-w-2xl space-y-5">
        <div>
          <h1 className="text-lg font-semibold">{t('spending.title')}</h1>
          <p className="pt-1 text-sm text-muted">
            {t('spending.hint')} {t('spending.missing')}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <IconButton
            label={t('spending.previousMonth')}
            icon={<ChevronLeft aria-hidden className="size-4.5 rtl:-scale-x-100" />}
            disabled={month <= first}
            onClick={() => setMonth(addMonths(month, -1))}
          />
          <span aria-live="polite" className="text-sm font-medium">
            {formatMonth(i18n.language, month)}
          </span>
          <IconButton
            label={t('spending.nextMonth')}
            icon={<ChevronRight aria-hidden className="size-4.5 rtl:-scale-x-100" />}
            disabled={month >= current}
            onClick={() => setMonth(addMonths(month, 1))}
          />
        </div>
        {failure && <ErrorAlert error={failure.error} since={failure.at} />}
        {month === current && <BudgetCard />}
        {!spending && !failure && <Skeleton className="h-40" />}
        {spending?.total.requests === 0 && (
          <EmptyState
            icon={ReceiptText}
            title={t('spending.empty.title')}
            description={t('spending.empty.description')}
          />
        )}
        {spending && spending.total.requests > 0 && <Month month={month} spending={spending} />}
      </div>
    </div>
  )
}

function Month({ month, spending }: { month: string; spending: MonthSpending }): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <>
      <div>
        <p className="text-3xl font-semibold tabular-nums">
          {spendingText(t, i18n.language, spending.total)}
        </p>
        <SumFacts sum={spending.total} />
      </div>
      <DayChart month={month} spending={spending} />
      <SpendingList month={month} providers={spending.providers} />
      <SaveMonth month={month} />
    </>
  )
}

/** Saves the requests of a month to a file of the user's choice. */
function SaveMonth({ month }: { month: string }): ReactNode {
  const { t, i18n } = useTranslation()
  const saving = useTask()
  const save = (): void =>
    void saving.run(async () => {
      const { saved, guarded } = await api.spending.save({ month })
      if (!saved) return
      const values = formatNumber(i18n.language, guarded)
      const description = guarded > 0 && t('spending.guarded', { values })
      showToast(t('spending.saved'), description ? { description } : {})
    })
  return (
    <div className="space-y-2">
      <Button busy={saving.running} onClick={save}>
        {t('spending.save')}
      </Button>
      {saving.failure && <ErrorAlert error={saving.failure.error} since={saving.failure.at} />}
    </div>
  )
}
