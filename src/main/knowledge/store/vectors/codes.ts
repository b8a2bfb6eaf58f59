/** Parameters for turning the vectors of a space into codes. */
export interface Calibration {
  mean: Float32Array
  scale: number
}

/** The code of the mean. */
export const middleCode = 64
const largestCode = 127
const steps = 63
/** Beyond so many standard deviations a component is cut off: a few would make all others coarse. */
const maxDeviations = 6

/** The number of bytes of a code: the kernel takes 16 at a time. */
export function codeLength(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16
}

/** The number of bytes of the signs of a code: the kernel takes 128 signs at a time. */
export function signsLength(dimensions: number): number {
  return Math.ceil(dimensions / 128) * 16
}

/** Returns the calibration that spreads these vectors over all codes. */
export function calibrate(vectors: readonly Float32Array[], dimensions: number): Calibration {
  const mean = meanOf(vectors, dimensions)
  let squares = 0
  let largest = 0
  for (const vector of vectors) {
    for (const [at, component] of vector.entries()) {
      const distance = Math.abs(component - (mean[at] ?? 0))
      squares += distance * distance
      largest = Math.max(largest, distance)
    }
  }
  const deviation = Math.sqrt(squares / Math.max(1, vectors.length * dimensions))
  const reach = Math.min(largest, deviation * maxDeviations)
  return { mean, scale: reach > 0 ? steps / reach : 1 }
}

function meanOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  for (const vector of vectors) {
    for (let at = 0; at < dimensions; at += 1) sums[at] = (sums[at] ?? 0) + (vector[at] ?? 0)
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, vectors.length))
}

/** Writes the code of a vector of length 1 into `target` at `offset`. */
export function encode(
  vector: Float32Array,
  { mean, scale }: Calibration,
  target: Uint8Array,
  offset: number,
): void {
  for (let at = 0; at < vector.length; at += 1) {
    const code = Math.round(((vector[at] ?? 0) - (mean[at] ?? 0)) * scale) + middleCode
    target[offset + at] = Math.max(0, Math.min(largestCode, code))
  }
}

/**
 * Writes a question as signed bytes, padded with zeros. The mean is left in it: it adds the same to
 * every score.
 */
export function encodeQuery(vector: Float32Array, target: Int8Array): void {
  const largest = vector.reduce((most, component) => Math.max(most, Math.abs(component)), 0)
  const scale = largest > 0 ? largestCode / largest : 0
  target.fill(0)
  for (let at = 0; at < vector.length; at += 1) target[at] = Math.round((vector[at] ?? 0) * scale)
}

/** Writes the signs of a question: 1 where it lies above the mean. */
export function encodeSigns(vector: Float32Array, mean: Float32Array, target: Uint8Array): void {
  target.fill(0)
  for (let at = 0; at < vector.length; at += 1) {
    if ((vector[at] ?? 0) <= (mean[at] ?? 0)) continue
    target[at >> 3] = (target[at >> 3] ?? 0) | (1 << (at & 7))
  }
}
