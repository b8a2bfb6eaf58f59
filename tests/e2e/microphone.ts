import { readFileSync, writeFileSync } from 'node:fs'
import { speak } from './desktop.ts'

/** The format of espeak-ng: one channel of 16 bits. */
const sampleRate = 22_050
const headBytes = 44

/** Returns Chromium's switches for a microphone that hears the file once and then silence. */
export function microphoneOf(file: string): string[] {
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}%noloop`]
}

/**
 * Returns the switches for a microphone that hears the file again and again: a slow machine that
 * opens it too late for the first time hears the second.
 */
export function repeatingMicrophoneOf(file: string): string[] {
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}`]
}

/** Writes a WAV file of sentences and seconds of silence, one after the other. */
export async function record(heard: readonly (string | number)[], file: string): Promise<void> {
  const sounds: Buffer[] = []
  for (const item of heard) {
    if (typeof item === 'number') sounds.push(Buffer.alloc(Math.round(item * sampleRate) * 2))
    else {
      await speak(item, file)
      sounds.push(readFileSync(file).subarray(headBytes))
    }
  }
  const sound = Buffer.concat(sounds)
  writeFileSync(file, Buffer.concat([headOf(sound.length), sound]))
}

function headOf(soundBytes: number): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(headBytes - 8 + soundBytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(soundBytes, 40)
  return head
}
