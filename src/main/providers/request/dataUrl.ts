/** Returns the bytes of a base64 data URL; undefined for any other address. */
export function parseDataUrl(url: string): { mediaType: string; bytes: Uint8Array } | undefined {
  const match = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(url)
  if (!match?.[1]) return undefined
  return { mediaType: match[1], bytes: Buffer.from(url.slice(match[0].length), 'base64') }
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

export function toDataUrl(mediaType: string, base64: string): string {
  return `data:${mediaType};base64,${base64}`
}
