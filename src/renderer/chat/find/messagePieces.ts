import type { FoundMessage } from '../../../shared/chat/searching.ts'
import type { Match, TextFinder } from './textFinder.ts'

/** A part of a message that is searched as a whole. */
export interface Piece {
  count: number
  /** The matches in the document; undefined while the piece is folded. */
  matches: readonly Match[] | undefined
  /** Starts to bring a folded piece into the document. */
  unfold: () => void
}

const roots = '.markdown, .plain-text'
const thoughts = 'details[data-part=reasoning]'

/** A text that is incomplete, or still plain before its Markdown is drawn. */
const pending = '.markdown[aria-busy=true]'

/**
 * Tells whether a message's text, or at least its folded reasoning, is in the document in its final
 * form.
 */
export function hasPieces(article: Element): boolean {
  if (article.querySelector(pending)) return false
  return article.querySelector(`${roots}, ${thoughts}`) !== null
}

/**
 * Returns the searchable pieces of a message in order. For folded ones only main knows how many
 * matches they have.
 */
export function piecesOf(
  article: Element,
  finder: TextFinder,
  found: FoundMessage | undefined,
): Piece[] {
  const counts = (found?.parts ?? []).filter(({ kind }) => kind === 'reasoning')
  let thought = -1
  const pieces: Piece[] = []
  for (const element of article.querySelectorAll<HTMLElement>(`${roots}, ${thoughts}`)) {
    if (element instanceof HTMLDetailsElement) {
      thought += 1
      const count = counts[thought]?.count ?? 0
      // A reasoning block opened a moment ago does not have its text yet.
      const isThere = element.open && element.querySelector(roots) !== null
      if (!isThere) pieces.push(foldedPiece(count, () => (element.open = true)))
    } else if (!element.parentElement?.closest(`${roots}, ${thoughts}:not([open])`)) {
      pieces.push(shownPiece(element, finder, found))
    }
  }
  return pieces
}

function foldedPiece(count: number, unfold: () => void): Piece {
  return { count, matches: undefined, unfold }
}

/**
 * Returns the piece for a text that is shown. A long question shows only its beginning, with a
 * button for the rest.
 */
function shownPiece(root: HTMLElement, finder: TextFinder, found: FoundMessage | undefined): Piece {
  const button = root.parentElement?.querySelector<HTMLElement>(':scope > [aria-expanded=false]')
  const matches = finder.matchesIn(root)
  const whole = found?.parts[0]?.count ?? 0
  if (button && whole > matches.length) return foldedPiece(whole, () => button.click())
  return { count: matches.length, matches, unfold: () => {} }
}
