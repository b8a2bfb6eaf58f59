import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import { api } from '../../core/bridge.ts'
import { formatMoney } from '../../ui/formatAmount.ts'
import { mediaJobsAtom } from '../mediaJobs.ts'

interface Spent {
  prices: readonly MediaPrice[]
  /** The jobs whose price nobody knows. */
  unpriced: number
}

/** Says what the jobs of this month have cost, as far as it is known. */
export function SpentNote(): ReactNode {
  const { t, i18n } = useTranslation()
  const jobs = useAtomValue(mediaJobsAtom)
  const [spent, setSpent] = useState<Spent>()
  // Asked for again when a job goes on: a request that was refused in between costs nothing.
  const states = jobs.map(({ state, error }) => `${state} ${error?.code ?? ''}`).join()
  useEffect(() => {
    let isCurrent = true
    api.media.spent({}).then(
      (answer) => isCurrent && setSpent(answer),
      // The form works without it, and the next job asks again.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [states])
  if (!spent) return null
  const known = spent.prices
    .filter(({ amount }) => amount > 0)
    .map(({ amount, currency }) => formatMoney(i18n.language, amount, currency))
  const parts = [
    ...known,
    ...(spent.unpriced > 0 ? [t('media.price.unpriced', { count: spent.unpriced })] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className="text-center text-xs text-muted tabular-nums">
      {t('media.price.month', { prices: parts.join(' + ') })}
    </p>
  )
}
