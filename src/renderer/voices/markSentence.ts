import './voices.css'

const name = 'reading'

/**
 * Marks a sentence where it stands in an element, from `from` on in its text, and gives where it
 * ends there; undefined where it is not in it, as with a word that stands for a table.
 */
export function markSentence(element: Element, sentence: string, from: number): number | undefined {
  const pieces = piecesOf(element)
  const text = pieces.map(({ data }) => data).join('')
  const found = findWords(text, sentence, from) ?? findWords(text, sentence, 0)
  if (!found) return undefined
  const range = document.createRange()
  setEdge(pieces, found.start, (node, offset) => range.setStart(node, offset))
  setEdge(pieces, found.end, (node, offset) => range.setEnd(node, offset))
  CSS.highlights.set(name, new Highlight(range))
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  return found.end
}

/** Whether what was marked is still in the document as it was. */
export function isSentenceMarked(): boolean {
  const [range] = CSS.highlights.get(name) ?? []
  return range instanceof Range && !range.collapsed
}

export function unmarkSentence(): void {
  CSS.highlights.delete(name)
}

/** The text that is read: not that of buttons, code and formulas. */
function piecesOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('button, pre, .math, table, [hidden]')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  const pieces: Text[] = []
  while (walker.nextNode()) pieces.push(walker.currentNode as Text)
  return pieces
}

/** Spaces count alike, however many and of whatever kind. */
function findWords(
  text: string,
  sentence: string,
  from: number,
): { start: number; end: number } | undefined {
  const words = sentence.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(words.join('\\s+'), 'gu')
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match ? { start: match.index, end: match.index + match[0].length } : undefined
}

function setEdge(
  pieces: readonly Text[],
  index: number,
  set: (node: Text, offset: number) => void,
): void {
  let left = index
  for (const piece of pieces) {
    if (left <= piece.length) {
      set(piece, left)
      return
    }
    left -= piece.length
  }
}
