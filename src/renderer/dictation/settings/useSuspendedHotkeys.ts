import { useEffect } from 'react'
import { api } from '../../core/bridge.ts'

/** Suspends the hotkeys while the user records keys. */
export function useSuspendedHotkeys(suspended: boolean): void {
  useEffect(() => {
    if (!suspended) return
    api.dictation.suspendHotkeys({ suspended: true }).catch(reportError)
    return () => {
      api.dictation.suspendHotkeys({ suspended: false }).catch(reportError)
    }
  }, [suspended])
}
