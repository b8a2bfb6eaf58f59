/** Enough for the detection of an encoding, which takes time per byte. */
export const sampleBytes = 64 * 1024

/** Returns the part that says most about the encoding: from the first byte that is not ASCII. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const start = Math.max(0, Math.min(first - 1000, bytes.length - sampleBytes))
  return bytes.subarray(start, start + sampleBytes)
}
