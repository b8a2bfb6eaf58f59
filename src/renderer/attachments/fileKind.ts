import { isDrawnPicture } from '../../shared/fileFormats.ts'
import { inputKindOf } from '../../shared/inputKind.ts'
import type { Attachment } from '../../shared/parts.ts'

export type FileKind = ReturnType<typeof inputKindOf>

/** Returns the kind of file as models know it, the same as main does. */
export function fileKind(file: Pick<Attachment, 'mediaType'>): FileKind {
  return inputKindOf(file)
}

/** Tells whether main serves the file as a picture; it serves any other as bytes. */
export function isPicture({ mediaType }: Pick<Attachment, 'mediaType'>): boolean {
  return isDrawnPicture(mediaType)
}

/** Returns the address at which main serves a stored file. */
export function attachmentAddress({ id }: Pick<Attachment, 'id'>): string {
  return `/attachments/${id}`
}
