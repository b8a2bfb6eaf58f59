import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeLeft } from '../../../ui/formatAmount.ts'
import { msUntilNextTimeLeft } from './nextTimeLeft.ts'

/**
 * Shows how long the service still waits for a call, in minutes or in the seconds of the last one,
 * and then that it has stopped. `until` is in milliseconds since 1970.
 */
export function TimeLeft({ until }: { until: number }): ReactNode {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(Date.now)
  const leftMs = until - now
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setNow(Date.now()), msUntilNextTimeLeft(until - Date.now()))
    return () => clearTimeout(timer)
  }, [until, now, isOver])
  return (
    <>
      {!isOver && (
        <p role="timer" className="text-muted tabular-nums">
          {t('chat.approval.timeLeft', { time: formatTimeLeft(i18n.language, leftMs) })}
        </p>
      )}
      {/* Stays, so that a screen reader speaks the sentence when it appears. */}
      <p role="status" className="empty:hidden">
        {isOver && t('chat.approval.expired')}
      </p>
    </>
  )
}
