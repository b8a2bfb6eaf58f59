/**
 * The innermost block of a row at this height of the window. What is above it in the row may
 * change its height: where this block is tells where the reader is.
 */
export function findAnchor(row: Element, top: number): Element {
  let anchor = row
  for (;;) {
    const child = firstReaching(anchor.children, top)
    if (!child) return anchor
    anchor = child
  }
}

/** The first child that is not wholly above; undefined where the children are no blocks. */
function firstReaching(children: HTMLCollection, top: number): Element | undefined {
  let low = 0
  let high = children.length
  while (low < high) {
    const middle = (low + high) >> 1
    const box = children[middle]?.getBoundingClientRect()
    if (box && box.bottom <= top) low = middle + 1
    else high = middle
  }
  const found = children[low]
  return found && isBlock(found) ? found : undefined
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
