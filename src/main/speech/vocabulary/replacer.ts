import type { Locale } from '../../../shared/languages.ts'
import type { VocabularyEntry } from '../../../shared/speech/speech.ts'
import { firstCharacter, hasUnspaced, lastCharacter } from '../unspacedScript.ts'

export type Replacer = (text: string) => string

/** A trie of heard words. A node at the end of a word holds the written form. */
interface Node {
  next: Map<string, Node>
  written?: string
}

interface Match {
  end: number
  written: string
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u
/** A foreign word is one run of katakana, even if the segmenter splits it. */
const katakana = /[\p{Script=Katakana}ー]/u
/** Korean attaches particles to the word. */
const hangul = /\p{Script=Hangul}/u

/** Creates a function that replaces whole words in one pass, the longest first. */
export function createReplacer(entries: readonly VocabularyEntry[], locale: Locale): Replacer {
  const root = treeOf(entries)
  if (root.next.size === 0) return (text) => text
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })

  return (given) => {
    const text = given.normalize('NFC')
    const folded = fold(text)
    const isBoundary = boundariesOf(text, segmenter)
    let written = ''
    let from = 0
    for (let at = 0; at < text.length;) {
      const match = longestAt(at, { root, folded, isBoundary })
      if (match) {
        written += text.slice(from, at) + match.written
        from = match.end
      }
      at = match?.end ?? at + 1
    }
    return written + text.slice(from)
  }
}

/** Builds the trie. A word without a replacement maps to the user's own spelling. */
function treeOf(entries: readonly VocabularyEntry[]): Node {
  const root: Node = { next: new Map() }
  // Entries for the language come last and take precedence.
  const inOrder = entries.toSorted(
    (one, other) => Number(one.language !== null) - Number(other.language !== null),
  )
  for (const { word, replacement } of inOrder) {
    let node = root
    for (const letter of fold(word.normalize('NFC').trim().replaceAll(/\s+/g, ' ')).split('')) {
      let next = node.next.get(letter)
      if (!next) {
        next = { next: new Map() }
        node.next.set(letter, next)
      }
      node = next
    }
    node.written = replacement ?? word
  }
  return root
}

/** Folds case and keeps the length, so that positions stay valid. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, index) => {
    const letter = text.charAt(index)
    const lower = letter.toLowerCase()
    return letter === '’' ? "'" : lower.length === 1 ? lower : letter
  }).join('')
}

function longestAt(
  start: number,
  given: { root: Node; folded: string; isBoundary: IsBoundary },
): Match | undefined {
  const { root, folded, isBoundary } = given
  let found: Match | undefined
  let node = root.next.get(folded.charAt(start))
  if (!node || !isBoundary(start, false)) return undefined
  for (let end = start + 1; node;) {
    if (node.written !== undefined && isBoundary(end, true)) found = { end, written: node.written }
    const isSpace = /\s/.test(folded.charAt(end))
    node = node.next.get(isSpace ? ' ' : folded.charAt(end))
    end += 1
    while (isSpace && /\s/.test(folded.charAt(end))) end += 1
  }
  return found
}

/** Returns true if a word may begin or end before the letter at a position. */
type IsBoundary = (at: number, isEnd: boolean) => boolean

/** Finds word boundaries. Uses Intl.Segmenter between two letters of scripts without spaces. */
function boundariesOf(text: string, segmenter: Intl.Segmenter): IsBoundary {
  let segmented: ReadonlySet<number> | undefined
  return (at, isEnd) => {
    const before = lastCharacter(text.slice(Math.max(0, at - 2), at))
    const after = firstCharacter(text.slice(at, at + 2))
    if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true
    const unspaced = Number(hasUnspaced(before)) + Number(hasUnspaced(after))
    if (unspaced === 1) return true
    if (unspaced === 0) return isEnd && hangul.test(before) && hangul.test(after)
    if (katakana.test(before) && katakana.test(after)) return false
    segmented ??= new Set(Array.from(segmenter.segment(text), ({ index }) => index))
    return segmented.has(at)
  }
}
