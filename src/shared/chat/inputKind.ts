import { findFormat, getFormat } from '../fileFormats.ts'
import type { InputKind } from '../models.ts'
import type { Attachment } from './parts.ts'

export type FileKind = InputKind | 'text' | 'other'

/** Returns the kind of input of a file. All models read text files as text. */
export function inputKindOf({ mediaType }: Pick<Attachment, 'mediaType'>): FileKind {
  const format = findFormat(mediaType)
  if (format === 'pdf') return 'pdf'
  if (format && getFormat(format).readAs === 'picture') return 'image'
  if (mediaType.startsWith('audio/')) return 'audio'
  return mediaType.startsWith('text/') || mediaType === 'application/json' ? 'text' : 'other'
}
