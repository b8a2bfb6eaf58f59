const maxStemLength = 80

/**
 * Returns the name of a text at the service. The key in it belongs to one upload alone, so that a
 * file whose id was lost in a kill is found again instead of being uploaded twice.
 */
export function remoteName(name: string, baseId: string, number: number): string {
  // Letters, digits and a few signs: a service may refuse any other.
  const stem = name.replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ').trim()
  const short = stem.slice(0, maxStemLength).toWellFormed()
  return `${short} [parley-${baseId.slice(0, 8)}-${String(number)}].txt`
}
