import { foldText, queryPattern } from '../../../shared/knowledge/textSearch.ts'

/** A part of a text by its offsets. */
export interface TextRange {
  start: number
  end: number
}

const blockLength = 64 * 1024
/** A match is not longer than a query, so one that begins in a block ends in what follows. */
const overlap = 4096
/** Nobody looks at more matches. */
export const maxMatches = 5000

/**
 * Finds a query in a text, whatever its case and accents. The text is read and searched block by
 * block, so that a long one does not hold up the page.
 */
export async function findInText(
  length: number,
  read: (start: number, end: number) => Promise<string>,
  query: string,
  signal: AbortSignal,
): Promise<TextRange[]> {
  const pattern = queryPattern(query)
  if (!pattern) return []
  const matches: TextRange[] = []
  for (let start = 0; start < length; start += blockLength) {
    const till = Math.min(length, start + blockLength)
    const folded = foldText(await read(start, Math.min(length, till + overlap)))
    if (signal.aborted) return []
    const original = (offset: number): number => start + (folded.offsets?.[offset] ?? offset)
    for (const { index, 0: found } of folded.text.matchAll(pattern)) {
      const match = { start: original(index), end: original(index + found.length) }
      // A match that begins in the next block is found with that block.
      if (match.start >= till) break
      if (match.start >= (matches.at(-1)?.end ?? 0) && match.end > match.start) matches.push(match)
      if (matches.length === maxMatches) return matches
    }
  }
  return matches
}
