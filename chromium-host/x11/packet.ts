/** Returns the bytes padded to a multiple of four, as X requires. */
export function padded(bytes: Uint8Array): Buffer {
  const filled = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
  filled.set(bytes)
  return filled
}

/**
 * Builds a request: its opcode, the byte beside it, then 32-bit words, then bytes. The connection
 * fills in the length.
 */
export function packet(
  request: number,
  detail = 0,
  words: readonly number[] = [],
  bytes: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(4 + words.length * 4)
  head[0] = request
  head[1] = detail
  words.forEach((word, index) => head.writeUInt32LE(word >>> 0, 4 + index * 4))
  return bytes.length === 0 ? head : Buffer.concat([head, padded(bytes)])
}
