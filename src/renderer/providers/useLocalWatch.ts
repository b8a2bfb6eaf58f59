import { useEffect } from 'react'
import { api } from '../core/bridge.ts'

/** How many parts of the page show servers of this machine now. */
let watchers = 0
let watch: AbortController | undefined

/**
 * Has servers on this machine that start or end be noticed within seconds, as long as the calling
 * component is there and `active`, and the window can be seen.
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

/** What has changed comes as an event, which the store hears. */
async function follow(signal: AbortSignal): Promise<void> {
  try {
    const frames = api.providers.watchLocal({}, signal)
    for await (const _frame of frames) continue
  } catch (error) {
    if (!signal.aborted) console.error('Local servers are not watched', error)
  }
}
