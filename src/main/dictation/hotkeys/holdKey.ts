import { parseAccelerator, type Keys } from './parseAccelerator.ts'

/** Hears every key of the system, pressed and released. */
export interface KeyListener {
  /** Errors: Error where the system does not let it. */
  start: (heard: {
    down: (event: KeyEvent) => void
    up: (event: KeyEvent) => void
  }) => Promise<void>
  stop: () => void
  /** The codes of a key as accelerators name it; empty where there is no such key. */
  codesOf: (key: string) => readonly number[]
}

export interface KeyEvent {
  keycode: number
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
}

export interface HoldKey {
  /** Listens for a key; false where the system does not let it, or has no such key. */
  set: (accelerator: string) => Promise<boolean>
  clear: () => void
}

/** A key held down while one talks: its press, its release, and none of its repetitions. */
export function createHoldKey(
  listener: KeyListener,
  { pressed, released }: { pressed: () => void; released: () => void },
): HoldKey {
  let isListening = false
  let isHeld = false

  function clear(): void {
    if (isListening) listener.stop()
    isListening = false
    if (isHeld) released()
    isHeld = false
  }

  return {
    async set(accelerator) {
      clear()
      const keys = parseAccelerator(accelerator)
      const codes = keys ? listener.codesOf(keys.key) : []
      if (!keys || codes.length === 0) return false
      try {
        await listener.start({
          down(event) {
            if (isHeld || !codes.includes(event.keycode) || !hasModifiers(event, keys)) return
            isHeld = true
            pressed()
          },
          up(event) {
            // Whoever lets a modifier go first means the same.
            if (!isHeld || !codes.includes(event.keycode)) return
            isHeld = false
            released()
          },
        })
      } catch {
        return false
      }
      isListening = true
      return true
    },
    clear,
  }
}

function hasModifiers(event: KeyEvent, { modifiers, key }: Keys): boolean {
  // A modifier alone holds itself down.
  if (key.startsWith('Right')) return true
  return (
    event.ctrlKey === modifiers.has('Ctrl') &&
    event.altKey === modifiers.has('Alt') &&
    event.shiftKey === modifiers.has('Shift') &&
    event.metaKey === modifiers.has('Meta')
  )
}
