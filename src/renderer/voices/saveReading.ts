import { AppError } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import type { Reader } from './createReader.ts'

/** Saves the text read so far as one sound file. */
export async function saveReading(reader: Reader): Promise<void> {
  const sentences = await reader.spokenSentences()
  // The system's own voices produce no sound that can be saved.
  if (sentences.length === 0) throw new AppError('notSupported', 'This voice leaves no sound')
  const { address, extension } = await api.voices.join({ sentences })
  const link = document.createElement('a')
  link.href = address
  link.download = `reading.${extension}`
  link.click()
}
