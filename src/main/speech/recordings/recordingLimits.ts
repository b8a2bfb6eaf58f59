import { bytesPerSample, sampleRate } from '../../../shared/audio.ts'
import { AppError } from '../../../shared/errors.ts'

/** How many recordings run at once. */
export const runsMaximum = 4
/** Four hours, cut at every pause that speech can have. */
const segmentsMaximum = 15_000
/** How much sound is kept at most, whatever the settings say: ten gigabytes. */
export const keptSamplesMaximum = 10_000_000_000 / bytesPerSample

/** The fastest speakers say some 30 characters a second; a model that repeats itself writes more. */
const lettersPerSecond = 100
const lettersAnyway = 1000

/** Returns how long the text of so many samples may be, in UTF-16 units; beyond it is no speech. */
export function spokenLengthMaximum(samples: number): number {
  return lettersAnyway + (samples / sampleRate) * lettersPerSecond
}

/** Errors: malformedAnswer for a text that nobody can have said. */
export function checkLength(text: string, lengthMaximum: number): void {
  if (text.length <= lengthMaximum) return
  throw new AppError('malformedAnswer', 'The text is longer than any speech')
}

/** Errors: tooManyCalls where a recording has as many segments as there can be. */
export function checkCount(segments: number): void {
  if (segments < segmentsMaximum) return
  throw new AppError('tooManyCalls', 'Nobody pauses so often')
}
