interface LogEvents {
  /** Called for each change with its place and the messages that it concerns. */
  onChanged: (target: Node, articles: readonly Element[]) => void
  /** Called when the reader scrolls or presses something. */
  onMove: () => void
}

const moves = ['wheel', 'pointerdown', 'keydown'] as const

/** Follows the messages in the document and the reader. Returns a function that ends this. */
export function followLog(log: HTMLElement, { onChanged, onMove }: LogEvents): () => void {
  const observer = new MutationObserver((records) => {
    for (const record of records) onChanged(record.target, articlesOfRecord(record))
  })
  observer.observe(log, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    // A text that is shown in slices is searched once it is whole.
    attributeFilter: ['open', 'hidden', 'aria-busy'],
  })
  // The button that leads to the end is beside the log, not in it.
  const place = log.parentElement ?? log
  for (const name of moves) place.addEventListener(name, onMove, { passive: true })
  return () => {
    observer.disconnect()
    for (const name of moves) place.removeEventListener(name, onMove)
  }
}

function articlesOfRecord({ target, addedNodes, removedNodes }: MutationRecord): Element[] {
  const around = target.parentElement?.closest('article') ?? articleOf(target)
  const inner = [...addedNodes, ...removedNodes].flatMap((node) =>
    node instanceof Element ? [...articlesIn(node)] : [],
  )
  return around ? [around, ...inner] : inner
}

function articleOf(node: Node): Element | null {
  return node instanceof Element ? node.closest('article') : null
}

function articlesIn(element: Element): Iterable<Element> {
  return element.matches('article') ? [element] : element.querySelectorAll('article')
}
