/** Bytes, filled up to whole units of four, as X has them. */
export function padded(bytes: Uint8Array): Buffer {
  const filled = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
  filled.set(bytes)
  return filled
}

/**
 * A request: its number, the byte beside it, then words of 32 bits, then bytes. The connection
 * writes its length.
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
