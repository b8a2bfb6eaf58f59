/**
 * Returns the vector of a text from those of its parts: their mean direction, each weighted by the
 * length of its part.
 */
export function meanVector(
  vectors: readonly Float32Array[],
  parts: readonly string[],
): Float32Array {
  const [first = new Float32Array()] = vectors
  if (vectors.length < 2) return first
  const mean = new Float32Array(first.length)
  for (const [index, vector] of vectors.entries()) {
    const weight = (parts[index]?.length ?? 0) / Math.hypot(...vector)
    for (const [place, value] of vector.entries()) mean[place] = (mean[place] ?? 0) + value * weight
  }
  // Parts that point in opposite directions leave none.
  return mean.every((value) => value === 0) ? first : mean
}
