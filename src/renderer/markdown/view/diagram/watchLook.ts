const queries = [
  '(prefers-color-scheme: dark)',
  '(forced-colors: active)',
  '(prefers-contrast: more)',
]

const listeners = new Set<() => void>()
let stop: (() => void) | undefined

/**
 * Calls the listener whenever what drawings are made of has changed: the colours of the page, or the
 * size of its text. Returns what ends it.
 */
export function watchLook(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

function start(): () => void {
  const life = new AbortController()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  for (const query of queries) {
    matchMedia(query).addEventListener('change', tell, { signal: life.signal })
  }
  // No event tells of the size of text. Only the root has it as a style of its own.
  let size = textSize()
  const observer = new MutationObserver(() => {
    if (size === textSize()) return
    size = textSize()
    tell()
  })
  observer.observe(document.documentElement, { attributeFilter: ['style'] })
  return () => {
    observer.disconnect()
    life.abort()
  }
}

function textSize(): string {
  return document.documentElement.style.fontSize
}
