/**
 * The path to a block of a message: the index of its text, then child indexes. The same text always
 * gives the same elements, whatever their heights.
 */
export type BlockPath = readonly number[]

/**
 * Returns the path of an element; undefined if it is in no text of the row, or in reasoning, which
 * may be folded.
 */
export function pathOf(row: Element, element: Element): BlockPath | undefined {
  const texts = textsIn(row)
  const path: number[] = []
  for (let at: Element | null = element; at && at !== row; at = at.parentElement) {
    const text = texts.indexOf(at)
    if (text >= 0) return [text, ...path]
    path.unshift(indexIn(at.parentElement, at))
  }
  return undefined
}

/** Returns the element at a path; undefined if it does not exist yet. */
export function elementAt(row: Element, path: BlockPath): Element | undefined {
  const [text = 0, ...steps] = path
  let element = textsIn(row)[text]
  // The text has no blocks while it is shown plain.
  if (element?.classList.contains('plain-text')) return undefined
  for (const step of steps) element = element?.children[step]
  return element
}

/** Stops at a text: texts can be very long. */
function textsIn(element: Element): Element[] {
  if (element.classList.contains('markdown')) return [element]
  if (element.matches('[data-part=reasoning]')) return []
  return [...element.children].flatMap(textsIn)
}

function indexIn(parent: Element | null, child: Element): number {
  return parent ? Array.prototype.indexOf.call(parent.children, child) : -1
}
