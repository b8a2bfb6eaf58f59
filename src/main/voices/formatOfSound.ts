import { AppError } from '../../shared/errors.ts'
import type { AudioFormat } from './audioCache.ts'

/** Returns the format of a sound by its bytes. Errors: malformedAnswer if it is none that joins. */
export function formatOfSound(bytes: Uint8Array): AudioFormat {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav'
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
  if (head.startsWith('ID3') || isFrame) return 'mp3'
  throw new AppError('malformedAnswer', 'The sound is neither MP3 nor WAV')
}
