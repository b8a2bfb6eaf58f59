import { statSync, writeFileSync } from 'node:fs'
import { record } from '../../e2e/microphone.ts'
import { toneWav } from '../../fakes/fakeVoices.ts'

const sentences = ['The quick brown fox.', 'It runs over the lazy dog.']
const startSeconds = 0.2
const pauseSeconds = 0.8
/** Enough time to detect, send and transcribe the last sentence. */
const longPauseSeconds = 1.4
/** espeak-ng's sound: 22,050 samples a second of two bytes. */
const bytesPerSecond = 44_100
const headBytes = 44
/** The noise of a quiet room: 64 dB below full scale. */
const roomNoise = 20

/**
 * Writes sentences with short pauses as a WAV file, with a long pause before each of `stops`
 * (seconds from the beginning). One more sentence follows the last stop.
 */
export async function writeSpokenFile(stops: readonly number[], file: string): Promise<void> {
  const lengths: number[] = []
  for (const sentence of sentences) {
    await record([sentence], file)
    lengths.push((statSync(file).size - headBytes) / bytesPerSecond)
  }
  const heard: (string | number)[] = []
  let now = 0
  let count = 0
  const next = (): number => lengths[count % lengths.length] ?? 0
  const pause = (seconds: number): void => {
    heard.push(seconds)
    now += seconds
  }
  const speak = (): void => {
    now += next()
    heard.push(sentences[count % sentences.length] ?? '')
    count += 1
  }
  pause(startSeconds)
  for (const stop of stops) {
    speak()
    while (now + pauseSeconds + next() + longPauseSeconds <= stop) {
      pause(pauseSeconds)
      speak()
    }
    pause(Math.max(0, stop - now))
  }
  speak()
  await record(heard, file)
}

/**
 * Writes the noise of a silent room as a WAV file, because microphones are never completely silent.
 */
export function writeQuietFile(seconds: number, file: string): void {
  const wav = toneWav(seconds * 1000)
  for (let at = headBytes; at < wav.length; at += 2) {
    wav.writeInt16LE(Math.round((Math.random() * 2 - 1) * roomNoise), at)
  }
  writeFileSync(file, wav)
}
