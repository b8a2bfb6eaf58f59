/** Lines whose Jaccard index reaches it are near duplicates. */
const nearFrom = 0.9
const shingleWords = 5
/** Shingles of all lines that are kept at a time: some 80 MB. */
const maxShingles = 20_000_000
/** Comparisons of two lines. */
const maxComparisons = 2_000_000
/** Lines that share one shingle and are compared; the rest of a longer list is left out. */
const maxPostings = 64

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** Finds texts that are nearly the same as an earlier one. */
export interface NearDuplicates {
  /** Returns the number of an earlier text that is nearly the same, and remembers this one. */
  add: (text: string) => number | undefined
  /** True once work was left out to bound it. */
  isCut: () => boolean
}

/**
 * Compares sets of five words in a row by their Jaccard index. Two sets that reach 0.9 share one of
 * the first tenth of their sorted hashes, so only those are looked up (prefix filtering).
 */
export function createNearDuplicates(): NearDuplicates {
  const sets: Int32Array[] = []
  const postings = new Map<number, number[]>()
  let shingles = 0
  let comparisons = 0
  let isCut = false

  function candidates(prefix: Int32Array): Set<number> {
    const found = new Set<number>()
    for (const hash of prefix) for (const other of postings.get(hash) ?? []) found.add(other)
    return found
  }

  function remember(prefix: Int32Array, number: number): void {
    for (const hash of prefix) {
      const list = postings.get(hash)
      if (!list) postings.set(hash, [number])
      else if (list.length < maxPostings) list.push(number)
      else isCut = true
    }
  }

  return {
    add(text) {
      const set = hashShingles(text)
      const number = sets.push(set) - 1
      shingles += set.length
      if (shingles > maxShingles) {
        isCut = true
        sets[number] = new Int32Array()
        return undefined
      }
      const prefix = set.subarray(0, set.length - Math.ceil(nearFrom * set.length) + 1)
      let near: number | undefined
      for (const other of candidates(prefix)) {
        comparisons += 1
        if (comparisons > maxComparisons) {
          isCut = true
          break
        }
        const known = sets[other]
        if (known && jaccard(set, known) >= nearFrom) {
          near = other
          break
        }
      }
      remember(prefix, number)
      return near
    },
    isCut: () => isCut,
  }
}

/** Returns the sorted hashes of all runs of five words, each once. A shorter text is one run. */
function hashShingles(text: string): Int32Array {
  const words = text.toLowerCase().match(word) ?? []
  const hashes = new Set<number>()
  const runs = Math.max(1, words.length - shingleWords + 1)
  for (let at = 0; at < runs; at += 1) {
    hashes.add(hashOf(words.slice(at, at + shingleWords).join(' ')))
  }
  return Int32Array.from(hashes).sort()
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash | 0
}

function jaccard(one: Int32Array, other: Int32Array): number {
  let shared = 0
  for (let at = 0, from = 0; at < one.length && from < other.length;) {
    const difference = (one[at] ?? 0) - (other[from] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) at += 1
    if (difference >= 0) from += 1
  }
  const union = one.length + other.length - shared
  return union === 0 ? 0 : shared / union
}
