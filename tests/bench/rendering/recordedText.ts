import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { play, uncut } from '../../conformance/play.ts'
import { readRecordings } from '../../conformance/recordings.ts'

const folder = join(import.meta.dirname, '../../../../shared/recorded')

/** What services once answered, one after the other; nothing where the recordings are not at hand. */
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
