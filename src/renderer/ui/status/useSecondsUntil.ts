import { useEffect, useState } from 'react'

/** Returns the whole seconds until a time, counting down; zero if it is over or unknown. */
export function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  const counting = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!counting) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [counting, until])
  return left
}

/** Returns the seconds left of a wait that began at `since`; undefined without a wait. */
export function useSecondsLeft(wait: number | undefined, since: number): number | undefined {
  const left = useSecondsUntil(wait === undefined ? null : since + wait * 1000)
  return wait === undefined ? undefined : left
}
