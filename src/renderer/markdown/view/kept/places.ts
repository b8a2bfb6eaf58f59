const maxDepth = 50

/**
 * Returns the place of an element in a text, such as
 * `div.markdown-group:0/ul:0/li:3/div.code-block:0`. Each element is counted among those of its
 * kind, so that added elements of other kinds change no place. Undefined for an element outside the
 * text, or too deep.
 */
export function placeOf(root: Element, element: Element): string | undefined {
  const steps: string[] = []
  for (let at = element; at !== root;) {
    const parent = at.parentElement
    if (!parent || steps.length === maxDepth) return undefined
    const kind = kindOf(at)
    steps.unshift(`${kind}:${siblingsOf(parent, kind).indexOf(at)}`)
    at = parent
  }
  return steps.join('/')
}

/** Returns the element at a place, if it exists already. */
export function findPlace(root: Element, place: string): Element | undefined {
  let at: Element | undefined = root
  for (const step of place.split('/')) {
    const [kind = '', index] = step.split(':')
    at = at && siblingsOf(at, kind)[Number(index)]
  }
  return at
}

function siblingsOf(parent: Element, kind: string): Element[] {
  return Array.from(parent.children).filter((child) => kindOf(child) === kind)
}

/** Returns the kind of an element: its tag and first class. Further classes show its state. */
function kindOf(element: Element): string {
  const first = element.classList[0]
  const name = element.tagName.toLowerCase()
  return first === undefined ? name : `${name}.${first}`
}
