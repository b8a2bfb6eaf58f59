import { useEffect, useState } from 'react'

/** Returns the current time as of the start of the day or of the page; it changes at midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => Date.now())
  useEffect(() => {
    const date = new Date(today)
    const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
    const check = (): void => {
      if (Date.now() >= midnight) setToday(Date.now())
    }
    const timer = setTimeout(check, midnight - Date.now() + 1000)
    // A sleeping machine does not run the timer.
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [today])
  return today
}
