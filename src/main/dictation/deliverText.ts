import type { DictationState, InsertionOutcome } from '../../shared/speech/dictation.ts'
import { AppError } from '../../shared/errors.ts'
import type { Recording } from '../../shared/speech/speech.ts'

export interface DeliverOptions {
  /** Returns whether the default microphone is in truth what the loudspeaker plays. */
  hearsLoudspeaker: () => Promise<boolean>
  recordings: { setFinalText: (id: string, finalText: string) => Promise<unknown> }
  /**
   * Cleans a text up for the frontmost app. Resolves to the text itself if clean-up is off, null if
   * it fails.
   */
  polish: (text: string, signal: AbortSignal) => Promise<string | null>
  /** Inserts a text where the user began to dictate. `signal` ends it. */
  insert: (text: string, signal: AbortSignal) => Promise<InsertionOutcome>
  log: (message: string, error: unknown) => void
}

/** The text of a dictation and what became of it. */
export interface Delivered {
  outcome: InsertionOutcome
  text: string
  cleanUpFailed: boolean
}

/**
 * Cleans up the text of a recording and inserts it, and tells each step. Returns undefined once the
 * signal has fired.
 */
export async function deliverText(
  { id: recordingId, text: transcript }: Recording,
  signal: AbortSignal,
  onStep: (state: Extract<DictationState, { state: 'cleaning' | 'inserting' }>) => void,
  { recordings, polish, insert, hearsLoudspeaker, log }: DeliverOptions,
): Promise<Delivered | undefined> {
  const heard = transcript.trim()
  if (heard === '') {
    const outcome = (await hearsLoudspeaker()) ? 'loudspeakerHeard' : 'empty'
    return signal.aborted ? undefined : { outcome, text: '', cleanUpFailed: false }
  }
  onStep({ state: 'cleaning', recordingId, text: heard })
  const polished = await polish(heard, signal)
  if (signal.aborted) return undefined
  const text = polished ?? heard
  if (text !== heard) {
    recordings.setFinalText(recordingId, text).catch((error: unknown) => {
      // If the user keeps no history, the recording may already be deleted.
      if (error instanceof AppError && error.code === 'recordingMissing') return
      log('The text that was inserted was not kept', error)
    })
  }
  onStep({ state: 'inserting', recordingId, text })
  const outcome = await insert(text, signal)
  return signal.aborted ? undefined : { outcome, text, cleanUpFailed: polished === null }
}
