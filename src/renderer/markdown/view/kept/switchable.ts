/** A part of a text that the reader can switch to another state. */
export interface Switchable {
  /** Returns the state; '' for that of a new element. */
  state: () => string
  restore: (state: string) => void
}

/** Goes up from a part that the reader has switched. */
export const switchedEvent = 'markdown-switched'

const parts = new WeakMap<Element, Switchable>()

/**
 * Keeps the state of an element. The returned function announces that the reader has switched it.
 */
export function makeSwitchable(element: Element, part: Switchable): () => void {
  parts.set(element, part)
  return () => void element.dispatchEvent(new Event(switchedEvent, { bubbles: true }))
}

export function switchableOf(element: Element): Switchable | undefined {
  return parts.get(element)
}

export function makeDetailsSwitchable(details: HTMLDetailsElement): void {
  const { open } = details
  const announce = makeSwitchable(details, {
    state: () => (details.open === open ? '' : 'switched'),
    restore: () => {
      details.open = !open
    },
  })
  details.addEventListener('toggle', announce)
}
