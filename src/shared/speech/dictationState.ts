import type { DictationState } from './dictation.ts'

/** Returns the recording of a dictation; null if it has none. */
export function recordingOf(dictation: DictationState): string | null {
  return 'recordingId' in dictation ? dictation.recordingId : null
}

/** Returns whether the user is speaking, or the microphone is about to open. */
export function isListening({ state }: DictationState): boolean {
  return state === 'starting' || state === 'opening' || state === 'listening'
}
