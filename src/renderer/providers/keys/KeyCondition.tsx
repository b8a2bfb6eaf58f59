import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyState } from '../../../shared/providers.ts'
import { classNames } from '../../ui/classNames.ts'
import { formatSeconds, formatTime } from '../../ui/formatAmount.ts'

const tones: Record<KeyState['condition'], string> = {
  untried: 'text-muted',
  good: 'text-success-ink',
  refused: 'text-danger-ink',
  denied: 'text-danger-ink',
  limited: 'text-ink',
  exhausted: 'text-danger-ink',
}

/** Shows the key's last state in words; a countdown is visible but not announced. */
export function KeyCondition({ row }: { row: KeyState }): ReactNode {
  const { t, i18n } = useTranslation()
  const secondsLeft = useSecondsUntil(row.condition === 'limited' ? row.until : null)
  const isOver = row.condition === 'limited' && secondsLeft === 0
  const condition = isOver ? 'untried' : row.condition
  const className = classNames('font-medium', tones[condition])
  if (condition !== 'limited' || row.until === null) {
    return <span className={className}>{t(`providers.keys.conditions.${condition}`)}</span>
  }
  const time = formatTime(i18n.language, row.until)
  return (
    <span className={className}>
      {t('providers.keys.waitingUntil', { time })}
      <span aria-hidden className="ps-1.5 font-normal text-muted tabular-nums">
        {formatSeconds(i18n.language, secondsLeft ?? 0)}
      </span>
    </span>
  )
}

/** Returns the seconds left, updated every second; undefined without a time. */
function useSecondsUntil(until: number | null): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = until === null ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
  const counting = secondsLeft !== undefined && secondsLeft > 0
  useEffect(() => {
    if (!counting) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [counting])
  return secondsLeft
}
