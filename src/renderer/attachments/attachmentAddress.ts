import type { Attachment } from '../../shared/chat/parts.ts'

/** Returns the address at which main serves a stored file. */
export function attachmentAddress({ id }: Pick<Attachment, 'id'>): string {
  return `/attachments/${id}`
}
