import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

const tickMilliseconds = 250

/** Minutes and seconds since a moment, in milliseconds since 1970. */
export function ElapsedTime({ since }: { since: number }): ReactNode {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMilliseconds)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  const padded = String(seconds % 60).padStart(2, '0')
  return <time className="text-muted tabular-nums">{`${Math.floor(seconds / 60)}:${padded}`}</time>
}
