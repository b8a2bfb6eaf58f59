import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../formatAmount.ts'

/** Shows minutes and seconds since a time in milliseconds since 1970. */
export function ElapsedTime({ since }: { since: number }): ReactNode {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(since)
  useEffect(() => {
    // Wakes once a second, at its end: a page with an open microphone should sleep in between.
    const rest = 1000 - ((Date.now() - since) % 1000)
    const timer = setTimeout(() => setNow(Date.now()), Math.min(rest, 1000))
    return () => clearTimeout(timer)
  }, [since, now])
  return (
    <time className="text-muted tabular-nums">
      {formatClock(i18n.language, (now - since) / 1000)}
    </time>
  )
}
