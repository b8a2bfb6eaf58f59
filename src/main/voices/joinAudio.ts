import { wavHead } from '../../shared/speech/audio.ts'
import { AppError } from '../../shared/errors.ts'
import type { AudioFormat } from './audioCache.ts'

/** Concatenates sounds: MP3 frames directly, WAV samples under one header. */
export function joinAudio(sounds: readonly Uint8Array[], format: AudioFormat): Uint8Array {
  return format === 'mp3' ? Buffer.concat(sounds) : joinWav(sounds.map(parseWav))
}

interface Wav {
  /** The chunk with the sample format. */
  format: Buffer
  samples: Buffer
}

/** Parses a WAV file. Ignores its lengths: a program that writes to a pipe does not know them. */
function parseWav(bytes: Uint8Array): Wav {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let format: Buffer | undefined
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const end = Math.min(file.length, at + 8 + file.readUInt32LE(at + 4))
    const content = file.subarray(at + 8, end)
    if (name === 'fmt ') format = content
    else if (name === 'data' && format) return { format, samples: content }
    at = end + (content.length % 2)
  }
  throw new AppError('malformedAnswer', 'The sound is not a WAV file')
}

function joinWav(sounds: readonly Wav[]): Uint8Array {
  const format = sounds[0]?.format ?? Buffer.alloc(16)
  if (sounds.some((sound) => !sound.format.equals(format))) {
    throw new AppError('notSupported', 'Sounds of different kinds make no file')
  }
  const samples = Buffer.concat(sounds.map((sound) => sound.samples))
  return Buffer.concat([wavHead(format, samples.length), samples])
}
