import type { KeptSwitches } from '../../keptSwitches.ts'
import { findPlace, placeOf } from './places.ts'
import { switchableOf, switchedEvent } from './switchable.ts'

/** The number of tries: some places of a text that has become another are never found again. */
const maxTries = 500

export interface SwitchKeeper {
  /** Switches what is in the document; what comes later is switched as it comes. */
  restore: () => void
  stop: () => void
}

/** Keeps what the reader switches in a text, and switches it again when it is shown anew. */
export function keepSwitches(root: HTMLElement, kept: KeptSwitches): SwitchKeeper {
  const waiting = new Map(kept.all())
  let tries = 0

  const restore = (): void => {
    for (const [place, state] of waiting) {
      const element = findPlace(root, place)
      const part = element && switchableOf(element)
      if (!part) continue
      waiting.delete(place)
      part.restore(state)
    }
    tries += 1
    if (tries > maxTries) waiting.clear()
    if (waiting.size === 0) observer.disconnect()
  }
  const observer = new MutationObserver(restore)
  if (waiting.size > 0) observer.observe(root, { childList: true, subtree: true })

  const onSwitched = ({ target }: Event): void => {
    const part = target instanceof Element ? switchableOf(target) : undefined
    if (!part) return
    const place = placeOf(root, target as Element)
    // Elements also say so when they are made.
    if (place !== undefined && !waiting.has(place)) kept.set(place, part.state())
  }
  root.addEventListener(switchedEvent, onSwitched)

  return {
    restore: () => {
      if (waiting.size > 0) restore()
    },
    stop: () => {
      observer.disconnect()
      root.removeEventListener(switchedEvent, onSwitched)
    },
  }
}
