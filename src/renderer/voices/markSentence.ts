import './voices.css'

const name = 'reading'

/**
 * Marks a sentence in an element, from `from` on in its text, and returns its end. Returns
 * undefined if the sentence is not in the text, such as the word that is read for a table.
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

/** Tells whether the marked range is still in the document unchanged. */
export function isSentenceMarked(): boolean {
  const [range] = CSS.highlights.get(name) ?? []
  return range instanceof Range && !range.collapsed
}

export function unmarkSentence(): void {
  CSS.highlights.delete(name)
}

/** Returns the text nodes that are read, without those of buttons, code and formulas. */
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

/** Finds the words with any number and kind of spaces between them. */
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
