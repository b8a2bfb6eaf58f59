/** Reads a request's body, but no more of it than `maximum` bytes: null for a longer one. */
export async function readAtMost(request: Request, maximum: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  const body: AsyncIterable<Uint8Array> | null = request.body
  for await (const piece of body ?? []) {
    length += piece.byteLength
    if (length > maximum) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}
