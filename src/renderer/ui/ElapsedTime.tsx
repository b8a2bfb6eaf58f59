import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from './formatAmount.ts'

const tickMilliseconds = 250

/** Minutes and seconds since a moment, in milliseconds since 1970. */
export function ElapsedTime({ since }: { since: number }): ReactNode {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className="text-muted tabular-nums">
      {formatClock(i18n.language, (now - since) / 1000)}
    </time>
  )
}
