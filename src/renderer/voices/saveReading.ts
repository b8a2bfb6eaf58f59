import { AppError } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import type { Reader } from './createReader.ts'

/** Saves what is being read, as far as it is there, as one file of sound. */
export async function saveReading(reader: Reader): Promise<void> {
  const sentences = await reader.spokenSentences()
  // The system's own voices give no sound to keep.
  if (sentences.length === 0) throw new AppError('notSupported', 'This voice leaves no sound')
  const { address, extension } = await api.voices.join({ sentences })
  const link = document.createElement('a')
  link.href = address
  link.download = `reading.${extension}`
  link.click()
}
