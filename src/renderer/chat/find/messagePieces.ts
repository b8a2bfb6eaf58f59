import type { FoundMessage } from '../../../shared/chat.ts'
import type { Match, TextFinder } from './textFinder.ts'

/** A piece of a message that is searched as a whole. */
export interface Piece {
  count: number
  /** In the document; undefined while the piece is folded. */
  matches: readonly Match[] | undefined
  /** Brings a folded piece into the document, soon. */
  unfold: () => void
}

const roots = '.markdown, .plain-text'
const thoughts = 'details[data-part=reasoning]'

/** A text that is not whole yet, or plain where Markdown is going to stand. */
const pending = '.markdown[aria-busy=true]'

/** Whether the text of a message is in the document as it stays, or at least its folded thoughts. */
export function hasPieces(article: Element): boolean {
  if (article.querySelector(pending)) return false
  return article.querySelector(`${roots}, ${thoughts}`) !== null
}

/**
 * What of a message is searched, in its order. Of what is folded only main knows how often it
 * holds the query.
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
      // Opened a moment ago, it still has to get its text.
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

/** A long question shows only its beginning, with a button for the rest. */
function shownPiece(root: HTMLElement, finder: TextFinder, found: FoundMessage | undefined): Piece {
  const button = root.parentElement?.querySelector<HTMLElement>(':scope > [aria-expanded=false]')
  const matches = finder.matchesIn(root)
  const whole = found?.parts[0]?.count ?? 0
  if (button && whole > matches.length) return foldedPiece(whole, () => button.click())
  return { count: matches.length, matches, unfold: () => {} }
}
