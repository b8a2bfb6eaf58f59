/** The constant of reciprocal rank fusion: how little the first ranks differ. */
const rankConstant = 60

export interface FusedPassage {
  passageId: number
  /** From 1; null if the list does not contain it. */
  wordRank: number | null
  vectorRank: number | null
  similarity: number | null
  score: number
}

/**
 * Joins the results of words and of vectors by their ranks, because their scores can't be compared.
 * Best first; of equal ones the earlier passage.
 */
export function fuseRanks(
  words: readonly number[],
  vectors: readonly { passageId: number; similarity: number }[],
): FusedPassage[] {
  const fused = new Map<number, FusedPassage>()
  for (const [index, passageId] of words.entries()) {
    const wordRank = index + 1
    const score = 1 / (rankConstant + wordRank)
    fused.set(passageId, { passageId, wordRank, vectorRank: null, similarity: null, score })
  }
  for (const [index, { passageId, similarity }] of vectors.entries()) {
    const vectorRank = index + 1
    const score = 1 / (rankConstant + vectorRank)
    const known = fused.get(passageId)
    const wordRank = known?.wordRank ?? null
    fused.set(passageId, {
      passageId,
      wordRank,
      vectorRank,
      similarity,
      score: score + (known?.score ?? 0),
    })
  }
  return [...fused.values()].toSorted(
    (first, second) => second.score - first.score || first.passageId - second.passageId,
  )
}
