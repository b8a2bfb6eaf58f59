/**
 * Returns the innermost block of a row at this height of the window. Content above it may change
 * its height; this block marks the reader's place.
 */
export function findAnchor(row: Element, top: number): Element {
  let anchor = row
  for (;;) {
    const child = firstReaching(anchor.children, top)
    if (!child) return anchor
    anchor = child
  }
}

/** Returns the first child that is not entirely above; undefined if the children are no blocks. */
function firstReaching(children: HTMLCollection, top: number): Element | undefined {
  let low = 0
  let high = children.length
  while (low < high) {
    const middle = (low + high) >> 1
    const shown = firstShown(children, middle, high)
    const box = children[shown]?.getBoundingClientRect()
    if (shown < high && box && box.bottom <= top) low = shown + 1
    else high = middle
  }
  const found = children[firstShown(children, low, children.length)]
  return found && isBlock(found) ? found : undefined
}

/** Returns the first displayed child; footnotes, for example, may have no box. */
function firstShown(children: HTMLCollection, from: number, end: number): number {
  let at = from
  while (at < end && children[at]?.getClientRects().length === 0) at += 1
  return at
}

const blockNames = new Set(
  'ARTICLE BLOCKQUOTE DD DETAILS DIV DL DT FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION SUMMARY TABLE TBODY TR UL'.split(
    ' ',
  ),
)

function isBlock(element: Element): boolean {
  if (!blockNames.has(element.tagName)) return false
  const { height } = element.getBoundingClientRect()
  return height > 0
}
