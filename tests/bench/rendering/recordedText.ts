import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { play, uncut } from '../../conformance/play.ts'
import { readRecordings } from '../../conformance/recordings.ts'

const folder = join(import.meta.dirname, '../../../../shared/recorded')

/** Returns the concatenated texts of recorded answers; empty without the recordings. */
export async function readRecordedText(): Promise<string> {
  if (!existsSync(folder)) return ''
  const texts: string[] = []
  for (const recording of readRecordings(folder).recordings) {
    if (recording.service === 'openai-embeddings') continue
    const { text } = await play(recording, uncut)
    if (text !== '') texts.push(text)
  }
  return texts.join('\n\n')
}
