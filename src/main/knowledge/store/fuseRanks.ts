/** Makes the first ranks differ less: the larger, the flatter. */
const rankConstant = 10
/**
 * Weight of a rank among words beside one among vectors: words are never far off, and an embedder
 * may be weak. With less, a passage found by words alone falls behind those far down in both lists.
 */
const wordWeight = 2

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
 * There is a list for each space of vectors. The parts of a score add up as squares, so that one
 * good rank tells more than two poor ones.
 * Best first; of equal ones the earlier passage.
 */
export function fuseRanks(
  words: readonly number[],
  lists: readonly (readonly { passageId: number; similarity: number }[])[],
): FusedPassage[] {
  const fused = new Map<number, FusedPassage>()
  for (const [index, passageId] of words.entries()) {
    const wordRank = index + 1
    const score = wordWeight / (rankConstant + wordRank)
    fused.set(passageId, { passageId, wordRank, vectorRank: null, similarity: null, score })
  }
  for (const vectors of lists) {
    for (const [index, { passageId, similarity }] of vectors.entries()) {
      const vectorRank = index + 1
      const known = fused.get(passageId)
      const score = Math.hypot(1 / (rankConstant + vectorRank), known?.score ?? 0)
      const wordRank = known?.wordRank ?? null
      fused.set(passageId, { passageId, wordRank, vectorRank, similarity, score })
    }
  }
  return [...fused.values()].toSorted(
    (first, second) => second.score - first.score || first.passageId - second.passageId,
  )
}
