import type { Attachment } from '../../shared/parts.ts'

export type FileKind = 'image' | 'pdf' | 'audio' | 'text' | 'other'

/** Returns the kind of file as models know it, the same as main does. */
export function fileKind({ mediaType }: Pick<Attachment, 'mediaType'>): FileKind {
  if (mediaType === 'application/pdf') return 'pdf'
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(mediaType)) return 'image'
  if (mediaType.startsWith('audio/')) return 'audio'
  return mediaType.startsWith('text/') || mediaType === 'application/json' ? 'text' : 'other'
}

/** Tells whether main serves the file as a picture; it serves any other as bytes. */
export function isPicture({ mediaType }: Pick<Attachment, 'mediaType'>): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mediaType)
}

/** Returns the address at which main serves a stored file. */
export function attachmentAddress({ id }: Pick<Attachment, 'id'>): string {
  return `/attachments/${id}`
}
