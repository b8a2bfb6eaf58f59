import { bytesPerSample } from '../../../shared/speech/audio.ts'
import { cutAtPauses } from './cutAtPauses.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import type { Segment } from './recordingRow.ts'

/** Returns the speech in a recording's sound, from a sample on, as segments without text. */
export async function findSpeech(
  files: Pick<RecordingFiles, 'samples' | 'stream'>,
  id: string,
  first: number,
): Promise<Segment[]> {
  const end = await files.samples(id)
  if (end <= first) return []
  const range = { start: first * bytesPerSample, end: end * bytesPerSample }
  const stretches = await cutAtPauses(files.stream(id, range), first)
  return stretches.map((stretch) => ({ ...stretch, text: null }))
}
