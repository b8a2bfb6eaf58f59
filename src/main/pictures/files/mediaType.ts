import { mediaTypeByName } from '../../../shared/fileFormats.ts'
import { inputKindOf } from '../../../shared/chat/inputKind.ts'

/** Enough bytes to detect a file's type and to tell whether it is text. */
export const headBytes = 64 * 1024

/**
 * Detects a file's media type from its bytes. The name only distinguishes kinds of text. Returns
 * `application/octet-stream` for an unknown type.
 */
export async function detectMediaType(head: Uint8Array, name: string): Promise<string> {
  // Loaded with the first file, because the package is large.
  const { fileTypeFromBuffer } = await import('file-type')
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  if (known && known.mime !== 'application/xml') return normalized(known.mime)
  if (!isText(head)) return 'application/octet-stream'
  const mediaType = mediaTypeByName(name)
  return mediaType && inputKindOf({ mediaType }) === 'text' ? mediaType : 'text/plain'
}

/** Returns the preferred name of a media type that has several. */
function normalized(mime: string): string {
  const type = mime.split(';')[0] ?? mime
  if (type === 'audio/x-wav' || type === 'audio/vnd.wave') return 'audio/wav'
  if (type === 'audio/x-m4a') return 'audio/mp4'
  return type === 'audio/x-flac' ? 'audio/flac' : type
}

/** Returns true for UTF-8 without control characters. The head may end within a character. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // oxlint-disable-next-line no-control-regex -- they are what tells text from the rest
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}
