/**
 * The way to a block of a message: which of its texts, and from there which child of which child.
 * The same text always has the same elements, whatever their heights are by now.
 */
export type BlockPath = readonly number[]

/** Undefined where the element is in no text of the row, or in thoughts, which may be folded. */
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

/** Undefined where there is nothing as yet. */
export function elementAt(row: Element, path: BlockPath): Element | undefined {
  const [text = 0, ...steps] = path
  let element = textsIn(row)[text]
  // It shows the text without its blocks until it can do better.
  if (element?.classList.contains('plain-text')) return undefined
  for (const step of steps) element = element?.children[step]
  return element
}

/** Texts can be very long: nobody looks into them here. */
function textsIn(element: Element): Element[] {
  if (element.classList.contains('markdown')) return [element]
  if (element.matches('[data-part=reasoning]')) return []
  return [...element.children].flatMap(textsIn)
}

function indexIn(parent: Element | null, child: Element): number {
  return parent ? Array.prototype.indexOf.call(parent.children, child) : -1
}
