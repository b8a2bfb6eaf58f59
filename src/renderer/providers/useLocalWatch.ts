import { useEffect } from 'react'
import { api } from '../core/bridge.ts'
import { whenSettled } from '../ui/whenIdle.ts'

/** The number of components that now show servers of this machine. */
let watchers = 0
let watch: AbortController | undefined

/**
 * Notices servers on this machine that start and stop within seconds, while the calling component
 * is mounted, `active` is true and the window is visible.
 */
export function useLocalWatch(active = true): void {
  useEffect(() => {
    if (!active) return
    watchers += 1
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      watchers -= 1
      if (watchers === 0) document.removeEventListener('visibilitychange', update)
      update()
    }
  }, [active])
}

function update(): void {
  const wanted = watchers > 0 && document.visibilityState === 'visible'
  if (wanted && !watch) {
    watch = new AbortController()
    void follow(watch.signal)
  } else if (!wanted && watch) {
    watch.abort()
    watch = undefined
  }
}

/** Reads the watch stream; changes arrive as events that the store handles. */
async function follow(signal: AbortSignal): Promise<void> {
  await whenSettled()
  if (signal.aborted) return
  try {
    const frames = api.providers.watchLocal({}, signal)
    for await (const _frame of frames) continue
  } catch (error) {
    if (!signal.aborted) console.error('Local servers are not watched', error)
  }
}
