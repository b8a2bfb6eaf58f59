import type { FromPage, ToPage } from './pageMessage.ts'

/**
 * What Electron's own window does and sees of a page: menu keys, zoom, focus and navigations that
 * leave the web. Returns what takes main's messages on it. Runs as source text.
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

  /** The ways an accelerator may name a key: by what it types, or by where it is. */
  const spellings = (event: KeyboardEvent): string[] => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    const key = event.key.toLowerCase()
    const typed = names[key] ?? key
    const physical = event.code.replace(/^(Key|Digit)/, '').toLowerCase()
    const held = `${metaKey ? 'meta+' : ''}${ctrlKey ? 'ctrl+' : ''}${altKey ? 'alt+' : ''}`
    const shift = shiftKey ? 'shift+' : ''
    // Shift has made this key what it is, as with a plus sign: it need not be named.
    const unshifted = typed === 'plus' || (typed.length === 1 && !/[a-z]/.test(typed))
    return [held + shift + typed, held + shift + physical, ...(unshifted ? [held + typed] : [])]
  }

  const onKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing) return
    const key = spellings(event).find((spelling) => accelerators.has(spelling))
    if (key === undefined) return
    // A menu sees a key last, and only if the page left it alone.
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
    // Absent until the parser has made it.
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
