import type { MediaOutput } from './media.ts'
import { promptWords } from '../chat/promptWords.ts'

/** Returns a file's name for an output: the beginning of its prompt, its number and its type. */
export function outputFileName({
  prompt,
  ordinal,
  mediaType,
  kind,
}: Pick<MediaOutput, 'prompt' | 'ordinal' | 'mediaType' | 'kind'>): string {
  const number = ordinal === 0 ? '' : ` ${String(ordinal + 1)}`
  return `${promptWords(prompt) || kind}${number}.${endingOf(mediaType)}`
}

const endings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  mpeg: 'mp3',
  quicktime: 'mov',
  'svg+xml': 'svg',
}

function endingOf(mediaType: string): string {
  const type = mediaType.replace(/^[a-z]+\/(?:x-|vnd\.)?/, '')
  return endings[type] ?? type.replaceAll(/[^a-z0-9]/g, '')
}
