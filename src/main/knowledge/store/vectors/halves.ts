/** Returns the vector as 16-bit floats, in bytes. */
export function toHalves(vector: Float32Array): Uint8Array {
  return new Uint8Array(new Float16Array(vector).buffer)
}

/** Returns the vector of such bytes. */
export function fromHalves(bytes: unknown): Float32Array {
  if (!(bytes instanceof Uint8Array)) return new Float32Array(0)
  const isAligned = bytes.byteOffset % 2 === 0
  const { buffer, byteOffset, byteLength } = isAligned ? bytes : bytes.slice()
  return new Float32Array(new Float16Array(buffer, byteOffset, byteLength >> 1))
}

export function dotProduct(first: Float32Array, second: Float32Array): number {
  let sum = 0
  for (let at = 0; at < first.length; at += 1) sum += (first[at] ?? 0) * (second[at] ?? 0)
  return sum
}
