import type { Log } from '../feature.ts'
import { late, within } from '../timeLimit.ts'

/** The part of Electron's `app` that quitting needs. */
export interface QuittingApp {
  on: (name: 'before-quit', listener: (event: { preventDefault: () => void }) => void) => unknown
  quit: () => void
}

export interface ClosingOptions {
  close: () => Promise<void>
  log: Log
  /** The app quits after this time even if `close` has not ended. */
  milliseconds?: number
}

/**
 * Runs `close` before the app quits, so that borrowed things such as the clipboard are restored.
 * All requests to quit wait for the same closing: a closed window alone makes two.
 */
export function closeBeforeQuit(
  app: QuittingApp,
  { close, log, milliseconds = 5000 }: ClosingOptions,
): void {
  let state: 'open' | 'closing' | 'closed' = 'open'

  async function closeAndQuit(): Promise<void> {
    try {
      if ((await within(milliseconds, close())) === late) log('Closing took too long')
    } catch (error) {
      log('Closing has failed', error)
    }
    state = 'closed'
    app.quit()
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void closeAndQuit()
  })
}
