/** The selected part of an element. */
export interface SelectedText {
  range: Range
  /** Returns whether any of the node is selected. */
  holds: (node: Node) => boolean
  textIn: (node: Text) => string
}

/** The visible elements that are not part of the text. */
const skipped =
  'button, svg, style, script, [hidden], [role=status], .sr-only, .code-header, .alert-title, .diagram-frame, .diagram-note, [data-copy=skip]'
/** The elements that are copied as a whole although they have no text of their own. */
const wholes = 'img, hr, [data-tex], [data-footnote], .source-reference, .image-place'

export function isSkipped(element: Element): boolean {
  return element.matches(skipped) && !isWhole(element)
}

export function isWhole(element: Element): boolean {
  return element.matches(wholes)
}

export function createSelectedText(range: Range): SelectedText {
  const { startContainer, startOffset, endContainer, endOffset } = range
  return {
    range,
    holds: (node) => range.intersectsNode(node),
    textIn: (node) => {
      if (!range.intersectsNode(node)) return ''
      const start = node === startContainer ? startOffset : 0
      const end = node === endContainer ? endOffset : node.length
      return node.data.slice(start, end)
    },
  }
}

/**
 * Returns the selection from its first character to its last; undefined if it holds no text. A
 * triple click, for example, also selects the beginning of the next paragraph.
 */
export function trimRange(range: Range): Range | undefined {
  const { textIn, holds } = createSelectedText(range)
  let first: Node | undefined
  let last: Node | undefined
  visit(range.commonAncestorContainer, (node) => {
    const counts = node instanceof Text ? textIn(node) !== '' : holds(node)
    if (!counts) return
    first ??= node
    last = node
  })
  if (!first || !last) return undefined
  const trimmed = document.createRange()
  if (first instanceof Text) {
    trimmed.setStart(first, first === range.startContainer ? range.startOffset : 0)
  } else trimmed.setStartBefore(first)
  if (last instanceof Text) {
    trimmed.setEnd(last, last === range.endContainer ? range.endOffset : last.length)
  } else trimmed.setEndAfter(last)
  return trimmed
}

/** Calls for every text and every element that is copied as a whole, in their order. */
function visit(node: Node, take: (node: Text | Element) => void): void {
  if (node instanceof Text) take(node)
  else if (node instanceof Element) {
    if (isWhole(node)) take(node)
    else if (!isSkipped(node)) for (const child of node.childNodes) visit(child, take)
  }
}
