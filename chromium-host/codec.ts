import { structuredCodec, type Encoded } from './page/structuredCodec.ts'

/** Main's end of the structured clone between main and the pages. */
export const codec = structuredCodec(
  {
    encode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  },
  'decode',
)

/** Decodes what a page sent; undefined where it is too much, or no preload world of ours wrote it. */
export function decodeReceived(encoded: Encoded): { value: unknown } | undefined {
  try {
    return { value: codec.decode(encoded) }
  } catch {
    return undefined
  }
}
