import { api } from '../../core/bridge.ts'

/** Lets main show that the microphone is open until all tracks of the stream have ended. */
export function showUse(stream: MediaStream): void {
  const use = new AbortController()
  // The event comes however the tracks end: stopped by their owner, unplugged, or taken away.
  stream.addEventListener('inactive', () => use.abort(), { once: true })
  keepShown(use.signal).catch((error: unknown) => {
    if (!use.signal.aborted) reportError(error)
  })
}

/** Keeps the stream to main open by reading it. */
async function keepShown(signal: AbortSignal): Promise<void> {
  for await (const _shown of api.app.hearing({}, signal)) continue
}
