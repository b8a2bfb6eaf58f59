import { foldText } from '../../../shared/knowledge/textSearch.ts'

/** The place of a match, from the first node's text to the last one's. */
export interface Match {
  startNode: Text
  startOffset: number
  endNode: Text
  endOffset: number
}

export interface TextFinder {
  /** Returns the matches in reading order. Results are cached until `invalidate`. */
  matchesIn: (element: Element) => readonly Match[]
  /** Drops the cached results of the elements around the node. */
  invalidate: (node: Node) => void
}

/** Elements within a line of text; any other element begins a new line. */
const inlineNames = new Set(
  'A ABBR B BDI BDO CITE CODE DEL EM I INS KBD MARK Q RUBY S SAMP SMALL SPAN STRONG SUB SUP U VAR WBR'.split(
    ' ',
  ),
)
const skipped =
  'button, svg, [hidden], [aria-hidden=true], [data-tex], [role=status], .katex, .sr-only, .code-header, .footnote-definition'
/** Separates two texts: no query contains this character. */
const boundary = '\u0000'
/** Nobody looks at more matches, but painting them takes time. */
const maxMatches = 5000

/** Finds a pattern in the visible text of elements, across marks and links within a line. */
export function createTextFinder(pattern: RegExp): TextFinder {
  const known = new WeakMap<Element, readonly Match[]>()

  const matchesIn = (element: Element): readonly Match[] => {
    const remembered = known.get(element)
    if (remembered) return remembered
    const matches = element.matches(skipped)
      ? []
      : isContainer(element)
        ? Array.from(element.children).flatMap(matchesIn)
        : findInLeaf(element, pattern)
    known.set(element, matches)
    return matches
  }

  return {
    matchesIn,
    invalidate: (node) => {
      for (let element: Node | null = node; element; element = element.parentNode) {
        if (element instanceof Element) known.delete(element)
      }
    },
  }
}

/** Tells whether an element holds only blocks, whose results can be cached one by one. */
function isContainer(element: Element): boolean {
  const { firstElementChild } = element
  if (!firstElementChild || isInline(firstElementChild)) return false
  for (const child of element.childNodes) {
    if (child instanceof Text && child.data.trim() !== '') return false
  }
  return true
}

function isInline(element: Element): boolean {
  return inlineNames.has(element.tagName)
}

interface Line {
  text: string
  nodes: Text[]
  /** The offset in the line at which each node's text begins. */
  starts: number[]
}

function findInLeaf(element: Element, pattern: RegExp): Match[] {
  const line: Line = { text: '', nodes: [], starts: [] }
  collectText(element, line)
  const { text, offsets } = foldText(line.text)
  const matches: Match[] = []
  for (const { index, 0: found } of text.matchAll(pattern)) {
    const end = index + found.length
    const match = locate(line, offsets?.[index] ?? index, offsets?.[end] ?? end)
    if (match) matches.push(match)
    if (matches.length === maxMatches) break
  }
  return matches
}

function collectText(parent: Element, line: Line): void {
  for (const child of parent.childNodes) {
    if (child instanceof Text) {
      line.nodes.push(child)
      line.starts.push(line.text.length)
      line.text += child.data
    } else if (child instanceof Element && !child.matches(skipped)) {
      const inline = isInline(child)
      if (!inline) line.text += boundary
      collectText(child, line)
      if (!inline) line.text += boundary
    }
  }
}

function locate(line: Line, start: number, end: number): Match | undefined {
  const first = nodeAt(line, start)
  const last = nodeAt(line, end - 1)
  const startNode = line.nodes[first]
  const endNode = line.nodes[last]
  if (!startNode || !endNode) return undefined
  return {
    startNode,
    startOffset: start - (line.starts[first] ?? 0),
    endNode,
    endOffset: end - (line.starts[last] ?? 0),
  }
}

/** Returns the last node that begins at or before this offset. */
function nodeAt({ starts }: Line, offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  // Nodes without text begin at the offset of the next one.
  return low
}
