import { once } from 'node:events'

export interface MicrophoneUse {
  /**
   * Counts an open microphone until the signal fires. The end of the page's stream always fires it.
   */
  use: (signal: AbortSignal) => AsyncIterable<Record<string, never>>
  isOpen: () => boolean
}

/**
 * Tracks whether any page has a microphone open. Calls `onChanged` when the first opens and the
 * last closes.
 */
export function createMicrophoneUse(onChanged: (isOpen: boolean) => void): MicrophoneUse {
  let count = 0

  function change(by: 1 | -1): void {
    const wasOpen = count > 0
    count += by
    if (wasOpen !== count > 0) onChanged(count > 0)
  }

  return {
    isOpen: () => count > 0,
    async *use(signal) {
      if (signal.aborted) return
      const ended = once(signal, 'abort')
      change(1)
      try {
        yield {}
        await ended
      } finally {
        change(-1)
      }
    },
  }
}
