import { bytesPerSample, sampleRate } from '../../../shared/speech/audio.ts'
import { wavHeaderBytes } from './wav.ts'

const frameBytes = (sampleRate / 50) * bytesPerSample
/** Root mean square, where 1 is full scale: 46 dB below it, even a whisper is louder. */
const minLoudness = 0.005
/** Frames of 20 ms that a click fills; the shortest word is longer. */
const maxClickFrames = 5

/** Tells whether a WAV file of 16-bit samples has no sound that is long enough for a word. */
export function isQuiet(wav: Uint8Array): boolean {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  let loudFrames = 0
  for (let at = wavHeaderBytes; at + frameBytes <= wav.byteLength; at += frameBytes) {
    let sum = 0
    for (let byte = at; byte < at + frameBytes; byte += bytesPerSample) {
      sum += (view.getInt16(byte, true) / 32_768) ** 2
    }
    if (sum / (frameBytes / bytesPerSample) >= minLoudness ** 2) loudFrames += 1
    if (loudFrames > maxClickFrames) return false
  }
  return true
}
