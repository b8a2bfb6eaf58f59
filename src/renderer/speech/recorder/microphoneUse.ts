import { api } from '../../core/bridge.ts'

/** Has main show that the microphone is open until nothing of the stream is heard any more. */
export function showUse(stream: MediaStream): void {
  const use = new AbortController()
  // It comes however the tracks end: stopped by whoever opened them, unplugged, or taken away.
  stream.addEventListener('inactive', () => use.abort(), { once: true })
  keepShown(use.signal).catch((error: unknown) => {
    if (!use.signal.aborted) reportError(error)
  })
}

/** The stream to main stays open for as long as it is read. */
async function keepShown(signal: AbortSignal): Promise<void> {
  for await (const _shown of api.app.hearing({}, signal)) continue
}
