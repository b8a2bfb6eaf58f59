import { bytesPerSample, sampleRate } from '../../../shared/speech/audio.ts'
import { AppError } from '../../../shared/errors.ts'

/** The number of recordings at the same time. */
export const maxRuns = 4
/** Four hours of speech, cut at every possible pause. */
const maxSegments = 15_000
/** The largest amount of sound kept under any settings: ten gigabytes. */
export const maxKeptSamples = 10_000_000_000 / bytesPerSample

/**
 * The fastest speakers produce some 30 characters a second. A model that repeats itself produces
 * more.
 */
const lettersPerSecond = 100
const lettersAnyway = 1000

/**
 * Returns the limit of a transcript's length in UTF-16 code units. A longer text can't be speech.
 */
export function maxSpokenLength(samples: number): number {
  return lettersAnyway + (samples / sampleRate) * lettersPerSecond
}

/** Throws malformedAnswer for a text that is too long to be speech. */
export function checkLength(text: string, maxLength: number): void {
  if (text.length <= maxLength) return
  throw new AppError('malformedAnswer', 'The text is longer than any speech')
}

/** Throws tooManyAtOnce if a recording has the largest number of segments. */
export function checkCount(segments: number): void {
  if (segments < maxSegments) return
  throw new AppError('tooManyAtOnce', 'Nobody pauses so often')
}
