import { atom } from 'jotai'
import { paletteOpenAtom, store } from '../core/store.ts'

/** Text typed in the palette. */
export const paletteQueryAtom = atom('')

let stop = (): void => undefined

/**
 * Writes what is typed into the palette's query until its field has the focus: the palette's code
 * may still be loading, and its keys must not reach what had the focus before. Escape closes it.
 */
export function typeAhead(target: EventTarget = window): void {
  stop()
  store.set(paletteQueryAtom, '')
  const unsubscribe = store.sub(paletteOpenAtom, endTypeAhead)
  const listener = (event: Event): void => {
    if (takeKey(event as KeyboardEvent)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  target.addEventListener('keydown', listener, { capture: true })
  stop = () => {
    unsubscribe()
    target.removeEventListener('keydown', listener, { capture: true })
  }
}

/** Leaves the keys to the palette, which has the focus now or is closed. */
export function endTypeAhead(): void {
  stop()
  stop = () => undefined
}

/** Returns whether the key was meant for the palette. */
function takeKey(event: KeyboardEvent): boolean {
  const { key } = event
  const isSign = event.getModifierState('AltGraph')
  if (event.isComposing || ((event.ctrlKey || event.metaKey || event.altKey) && !isSign)) {
    return false
  }
  if (key === 'Escape') store.set(paletteOpenAtom, false)
  else if (key === 'Backspace') store.set(paletteQueryAtom, withoutLast)
  else if (/^.$/u.test(key)) store.set(paletteQueryAtom, (query) => query + key)
  else return key === 'Enter' || key === 'Tab' || key.startsWith('Arrow')
  return true
}

function withoutLast(text: string): string {
  const last = [...new Intl.Segmenter().segment(text)].at(-1)
  return text.slice(0, last?.index ?? 0)
}
