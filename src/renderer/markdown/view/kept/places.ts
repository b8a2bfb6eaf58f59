const depthMaximum = 50

/**
 * Where an element stands in a text, such as `div.markdown-group:0/ul:0/li:3/div.code-block:0`.
 * Each is counted among those of its kind: what the view adds beside it, such as a picture that
 * has been drawn, changes no place. Undefined for what stands elsewhere, or too deep.
 */
export function placeOf(root: Element, element: Element): string | undefined {
  const steps: string[] = []
  for (let at = element; at !== root;) {
    const parent = at.parentElement
    if (!parent || steps.length === depthMaximum) return undefined
    const kind = kindOf(at)
    steps.unshift(`${kind}:${siblingsOf(parent, kind).indexOf(at)}`)
    at = parent
  }
  return steps.join('/')
}

/** The element at a place, if it is there already. */
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

/** Further classes tell what an element is switched to. */
function kindOf(element: Element): string {
  const first = element.classList[0]
  const name = element.tagName.toLowerCase()
  return first === undefined ? name : `${name}.${first}`
}
