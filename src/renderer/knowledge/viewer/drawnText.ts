import type { TextRange } from './findInText.ts'

/** The text that stands in an element, with a line for each block. */
export interface DrawnText {
  text: string
  /** The pieces of the text, and where each begins in it. */
  nodes: Text[]
  starts: number[]
}

/** Elements within a line of text; any other element begins a new line. */
const inlineNames = new Set(
  'A ABBR B BDI BDO CITE CODE DEL EM I INS KBD MARK Q RUBY S SAMP SMALL SPAN STRONG SUB SUP U VAR WBR'.split(
    ' ',
  ),
)
const skipped =
  'button, svg, [hidden], [aria-hidden=true], [role=status], .katex, .sr-only, .code-header'
/** Selects the marks that `markCited` makes. */
export const citedMark = 'mark[data-cited]'

/** Reads what an element shows as text. */
export function readDrawnText(element: Element): DrawnText {
  const drawn: DrawnText = { text: '', nodes: [], starts: [] }
  const breakLine = (): void => {
    if (drawn.text !== '' && !drawn.text.endsWith('\n')) drawn.text += '\n'
  }
  const collect = (parent: Element): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        drawn.nodes.push(child)
        drawn.starts.push(drawn.text.length)
        drawn.text += child.data
      } else if (child instanceof Element && !child.matches(skipped)) {
        const isInline = inlineNames.has(child.tagName)
        if (!isInline) breakLine()
        collect(child)
        if (!isInline) breakLine()
      }
    }
  }
  collect(element)
  return drawn
}

/** Returns ranges of the document for a range of the text, one for each piece of it. */
export function rangesOf(drawn: DrawnText, { start, end }: TextRange): StaticRange[] {
  return piecesIn(drawn, start, end).map(({ node, from, till }) => {
    return new StaticRange({
      startContainer: node,
      startOffset: from,
      endContainer: node,
      endOffset: till,
    })
  })
}

/** Puts marks around a range of the text. Returns the first. What was read before is out of date. */
export function markCited(drawn: DrawnText, { start, end }: TextRange): HTMLElement | undefined {
  const marks = piecesIn(drawn, start, end)
    .filter(({ node, from, till }) => node.data.slice(from, till).trim() !== '')
    .map(({ node, from, till }) => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, till)
      const element = document.createElement('mark')
      element.dataset['cited'] = ''
      range.surroundContents(element)
      return element
    })
  return marks[0]
}

/** Takes the marks away and joins the texts that they have cut. */
export function unmarkCited(element: Element): void {
  for (const each of element.querySelectorAll(citedMark)) {
    const { parentNode } = each
    each.replaceWith(...each.childNodes)
    parentNode?.normalize()
  }
}

function piecesIn({ nodes, starts }: DrawnText, start: number, end: number) {
  const pieces: { node: Text; from: number; till: number }[] = []
  for (let index = pieceAt(starts, start); index < nodes.length; index += 1) {
    const node = nodes[index]
    const at = starts[index] ?? 0
    if (!node || at >= end) break
    const from = Math.max(0, start - at)
    const till = Math.min(node.length, end - at)
    if (from < till) pieces.push({ node, from, till })
  }
  return pieces
}

/** Returns the index of the last piece that begins at a place or before. A long text has thousands. */
function pieceAt(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
