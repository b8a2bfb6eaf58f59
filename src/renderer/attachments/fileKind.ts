import type { Attachment } from '../../shared/parts.ts'

export type FileKind = 'image' | 'pdf' | 'audio' | 'text' | 'other'

/** What a file is to a model, as main tells the kinds apart. */
export function fileKind({ mediaType }: Pick<Attachment, 'mediaType'>): FileKind {
  if (mediaType === 'application/pdf') return 'pdf'
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(mediaType)) return 'image'
  if (mediaType.startsWith('audio/')) return 'audio'
  return mediaType.startsWith('text/') || mediaType === 'application/json' ? 'text' : 'other'
}

/** Whether main serves it as a picture; anything else it hands over as bytes. */
export function isPicture({ mediaType }: Pick<Attachment, 'mediaType'>): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mediaType)
}

/** Where main serves a stored file. */
export function attachmentAddress({ id }: Pick<Attachment, 'id'>): string {
  return `/attachments/${id}`
}
