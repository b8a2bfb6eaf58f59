import type { FromPage, ToPage } from './pageMessage.ts'

/**
 * Handles what Electron's window does for a page: menu keys, zoom, focus and navigations to other
 * schemes. Returns a function for main's messages about them. Runs as source text.
 */
export function watchInput(send: (message: FromPage) => void): (message: ToPage) => void {
  const names: Record<string, string> = {
    ' ': 'space',
    '+': 'plus',
    arrowdown: 'down',
    arrowleft: 'left',
    arrowright: 'right',
    arrowup: 'up',
    enter: 'return',
    escape: 'esc',
  }
  let accelerators: ReadonlySet<string> = new Set()
  let zoom = 1

  /** Returns the names that an accelerator may use for a key: by its character or its position. */
  const spellings = (event: KeyboardEvent): string[] => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    const key = event.key.toLowerCase()
    const typed = names[key] ?? key
    const physical = event.code.replace(/^(Key|Digit)/, '').toLowerCase()
    const held = `${metaKey ? 'meta+' : ''}${ctrlKey ? 'ctrl+' : ''}${altKey ? 'alt+' : ''}`
    const shift = shiftKey ? 'shift+' : ''
    // A key such as plus already implies Shift, so an accelerator may omit it.
    const unshifted = typed === 'plus' || (typed.length === 1 && !/[a-z]/.test(typed))
    return [held + shift + typed, held + shift + physical, ...(unshifted ? [held + typed] : [])]
  }

  const onKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing) return
    const key = spellings(event).find((spelling) => accelerators.has(spelling))
    if (key === undefined) return
    // The menu receives a key last, and only if the page did not handle it.
    let seen = false
    const last = (): void => {
      if (seen) return
      seen = true
      removeEventListener('keydown', last)
      if (event.defaultPrevented) return
      event.preventDefault()
      send({ type: 'accelerator', key })
    }
    addEventListener('keydown', last)
    setTimeout(last)
  }
  addEventListener('keydown', onKey, { capture: true })

  const applyZoom = (): void => {
    // Null until the parser has created it.
    const root = document.documentElement as HTMLElement | null
    if (root) root.style.zoom = zoom === 1 ? '' : String(zoom)
  }
  addEventListener('DOMContentLoaded', () => zoom !== 1 && applyZoom())

  for (const type of ['focus', 'blur', 'resize'] as const) {
    addEventListener(type, (event) => event.target === window && send({ type }))
  }

  const { navigation } = window as unknown as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const { destination } = event as Event & {
      destination: { url: string; sameDocument: boolean }
    }
    if (destination.sameDocument || /^https?:/.test(destination.url)) return
    event.preventDefault()
    send({ type: 'navigation', url: destination.url })
  })

  return (message) => {
    if (message.type === 'accelerators') accelerators = new Set(message.keys)
    if (message.type !== 'zoom') return
    zoom = message.factor
    applyZoom()
  }
}
