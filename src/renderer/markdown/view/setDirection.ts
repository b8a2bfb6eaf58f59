/**
 * The number of children up to which the browser finds the direction: it looks through all whenever
 * one is added.
 */
const maxChildren = 64
const maxNodes = 256
const letter = /\p{L}/u
const rightToLeftLetter =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Gives an element that has been filled the direction of its first letter. */
export function setDirection(element: HTMLElement, children: number): void {
  const direction = children > maxChildren ? findDirection(element) : 'auto'
  if (element.dir !== direction) element.dir = direction
}

/**
 * Returns the direction as the browser finds it, but looks only near the beginning: a longer text
 * may have no letters.
 */
function findDirection(element: HTMLElement): 'ltr' | 'rtl' {
  const texts = document.createTreeWalker(
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && node.hasAttribute('dir')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  )
  for (let count = 0; count < maxNodes && texts.nextNode(); count += 1) {
    if (!(texts.currentNode instanceof Text)) continue
    const first = letter.exec(texts.currentNode.data)?.[0]
    if (first !== undefined) return rightToLeftLetter.test(first) ? 'rtl' : 'ltr'
  }
  return 'ltr'
}
