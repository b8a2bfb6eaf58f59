import { useAtomValue } from 'jotai'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Model, ModelReference } from '../../shared/models.ts'
import type { MonthSpending, SpendingSum } from '../../shared/spending.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { spendingText } from '../core/spendingText.ts'
import { providersAtom } from '../core/store.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { formatTokens } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'
import { PriceDialog } from './PriceDialog.tsx'

interface SpendingListProps extends Pick<MonthSpending, 'providers'> {
  /** The month that is shown, such as `2026-11`. */
  month: string
}

/** Lists what the providers of a month have cost, with their models, the dearest first. */
export function SpendingList({ month, providers }: SpendingListProps): ReactNode {
  const known = useAtomValue(providersAtom)
  const sections = providers.toSorted(dearestFirst).map(({ providerId, sum, models }) => {
    const name = known?.find(({ id }) => id === providerId)?.name ?? providerId
    return (
      <section key={providerId} aria-label={name} className="space-y-2">
        <h2 className="flex items-baseline gap-3 text-sm font-semibold">
          <span className="min-w-0 grow break-words">
            <bdi>{name}</bdi>
          </span>
          <Amount sum={sum} />
        </h2>
        <RowList label={name}>
          {models.toSorted(dearestFirst).map(({ modelId, sum: ofModel }) => (
            <li key={modelId} className="flex items-baseline gap-3 px-4 py-3">
              <div className="min-w-0 grow">
                <span className="block text-sm break-words">
                  <bdi>{modelId}</bdi>
                </span>
                <SumFacts sum={ofModel} />
              </div>
              <Amount sum={ofModel} />
              {known?.some(({ id }) => id === providerId) && (
                <PriceButton model={{ providerId, modelId }} month={month} />
              )}
            </li>
          ))}
        </RowList>
      </section>
    )
  })
  return <>{sections}</>
}

/** Opens the dialog in which the price of a model can be changed. */
function PriceButton({ model, month }: { model: ModelReference; month: string }): ReactNode {
  const { t } = useTranslation()
  const [described, setDescribed] = useState<Model>()
  return (
    <>
      <IconButton
        label={t('spending.price.change', { name: model.modelId })}
        icon={<Pencil aria-hidden className="size-4" />}
        onClick={() => attempt(api.providers.describe(model).then(setDescribed))}
      />
      {described && (
        <PriceDialog model={described} month={month} onClose={() => setDescribed(undefined)} />
      )}
    </>
  )
}

function Amount({ sum }: { sum: SpendingSum }): ReactNode {
  const { t, i18n } = useTranslation()
  return (
    <span className="shrink-0 text-sm tabular-nums">{spendingText(t, i18n.language, sum)}</span>
  )
}

/** Shows how many requests a sum is of, and how much of it is known. */
export function SumFacts({ sum }: { sum: SpendingSum }): ReactNode {
  const { t, i18n } = useTranslation()
  const { requests, estimated, unknown, inputTokens, outputTokens } = sum
  const tokens = {
    input: formatTokens(i18n.language, inputTokens),
    output: formatTokens(i18n.language, outputTokens),
  }
  const facts = [
    t('spending.requests', { count: requests }),
    inputTokens + outputTokens > 0 ? t('spending.tokens', tokens) : '',
    estimated > 0 ? t('spending.estimated', { count: estimated }) : '',
    unknown > 0 ? t('spending.unknown', { count: unknown }) : '',
  ]
  return (
    <span className="block text-xs text-muted tabular-nums">
      <Facts facts={facts} />
    </span>
  )
}

function dearestFirst({ sum: one }: { sum: SpendingSum }, { sum: other }: { sum: SpendingSum }) {
  return (other.amounts[0]?.amount ?? 0) - (one.amounts[0]?.amount ?? 0)
}
