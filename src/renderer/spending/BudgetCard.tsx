import { Wallet } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { maxBudgetDollars } from '../../shared/limits.ts'
import type { Budget } from '../../shared/spending.ts'
import { api } from '../core/bridge.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { formatCost } from '../core/formatCost.ts'
import { readNumber } from '../core/samplingEntries.ts'
import { useSpending } from '../core/useSpending.ts'
import { useTask } from '../core/useTask.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SavedTextField } from '../ui/controls/SavedTextField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { ProgressBar } from '../ui/status/ProgressBar.tsx'

const readBudget = (): Promise<Budget> => api.spending.budget({})

const isBudget = (value: number): boolean => value > 0 && value <= maxBudgetDollars

/** Shows the budget of this month, how much of it is spent, and lets the user go on past it. */
export function BudgetCard(): ReactNode {
  const { t } = useTranslation()
  const { value: budget, failure } = useSpending(readBudget)
  const task = useTask()
  const [isInvalid, setInvalid] = useState(false)
  if (failure) return <ErrorAlert error={failure.error} since={failure.at} />
  if (!budget) return null
  const save = async (entry: string): Promise<boolean> => {
    const limit = readNumber(entry, isBudget)
    setInvalid(limit === undefined)
    if (limit === undefined) return false
    return (await task.run(() => api.spending.setBudget({ limit }))) !== undefined
  }
  return (
    <Card icon={Wallet} title={t('spending.budget.title')}>
      <SavedTextField
        label={t('spending.budget.label')}
        hint={t('spending.budget.hint')}
        inputMode="decimal"
        maxLength={20}
        placeholder={t('spending.budget.none')}
        value={budget.limit === null ? '' : String(budget.limit)}
        error={isInvalid ? t('spending.budget.invalid') : undefined}
        onSave={save}
        onEdit={() => setInvalid(false)}
      />
      {budget.limit !== null && <Spent budget={budget} limit={budget.limit} />}
      {budget.limit !== null && (budget.goesOn || budget.spent >= budget.limit) && (
        <Button
          size="small"
          busy={task.running}
          onClick={() => void task.run(() => api.spending.goOn({ goesOn: !budget.goesOn }))}
        >
          {t(budget.goesOn ? 'spending.budget.stopAgain' : 'spending.budget.goOn')}
        </Button>
      )}
      {task.failure && <ErrorAlert error={task.failure.error} since={task.failure.at} />}
    </Card>
  )
}

/** Shows how much of the budget is spent, and what that means. */
function Spent({ budget, limit }: { budget: Budget; limit: number }): ReactNode {
  const { t, i18n } = useTranslation()
  const { spent, unknown, goesOn } = budget
  const said = t('spending.budget.spentOf', {
    spent: formatCost(i18n.language, spent),
    limit: formatCost(i18n.language, limit),
  })
  return (
    <div className="space-y-1.5 text-sm">
      <ProgressBar
        label={t('spending.budget.title')}
        fraction={Math.min(1, spent / limit)}
        valueText={said}
      />
      <p className="tabular-nums">{said}</p>
      {unknown > 0 && (
        <p className="text-xs text-muted">{t('spending.unknown', { count: unknown })}</p>
      )}
      {goesOn && <p>{t('spending.budget.goesOn')}</p>}
      {!goesOn && spent >= limit && <p role="status">{t('spending.budget.spentOut')}</p>}
    </div>
  )
}
