import { structuredCodec, type Encoded } from './page/structuredCodec.ts'

/** Main's side of the structured clone between main and the pages. */
export const codec = structuredCodec(
  {
    encode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  },
  'decode',
)

/**
 * Decodes a page's data. Returns undefined if it is too large or was not written by the host's
 * preload world.
 */
export function decodeReceived(encoded: Encoded): { value: unknown } | undefined {
  try {
    return { value: codec.decode(encoded) }
  } catch {
    return undefined
  }
}
