import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MonthSpending, SpendingSum } from '../../shared/spending.ts'
import { spendingText } from '../core/spendingText.ts'
import { providersAtom } from '../core/store.ts'
import { formatTokens } from '../ui/formatAmount.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { RowList } from '../ui/layout/RowList.tsx'

/** Lists what the providers of a month have cost, with their models, the dearest first. */
export function SpendingList({ providers }: Pick<MonthSpending, 'providers'>): ReactNode {
  const known = useAtomValue(providersAtom)
  return providers.toSorted(dearestFirst).map(({ providerId, sum, models }) => {
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
            </li>
          ))}
        </RowList>
      </section>
    )
  })
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
