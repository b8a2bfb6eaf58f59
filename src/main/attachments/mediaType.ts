const textTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  markdown: 'text/markdown',
  xml: 'text/xml',
}

/** Enough of a file to know it by, and to see whether it is text. */
export const headBytes = 64 * 1024

/**
 * What a file is by its bytes, whatever it is called: a name decides only between kinds of text.
 * Gives `application/octet-stream` for what is unknown.
 */
export async function detectMediaType(head: Uint8Array, name: string): Promise<string> {
  // Loaded when the first file comes: it is large.
  const { fileTypeFromBuffer } = await import('file-type')
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  if (known && known.mime !== 'application/xml') return normalized(known.mime)
  if (!isText(head)) return 'application/octet-stream'
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  return textTypes[extension] ?? 'text/plain'
}

/** One name for what has several. */
function normalized(mime: string): string {
  const type = mime.split(';')[0] ?? mime
  if (type === 'audio/x-wav' || type === 'audio/vnd.wave') return 'audio/wav'
  if (type === 'audio/x-m4a') return 'audio/mp4'
  return type === 'audio/x-flac' ? 'audio/flac' : type
}

/** UTF-8 without control characters; the head may end within a character. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // oxlint-disable-next-line no-control-regex -- they are what tells text from the rest
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}
