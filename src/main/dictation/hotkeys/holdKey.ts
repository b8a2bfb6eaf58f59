import { parseAccelerator, type Keys } from './parseAccelerator.ts'

/** Reports every key press and release in the system. */
export interface KeyListener {
  /** Starts listening. Throws an Error if the system does not permit it. */
  start: (heard: {
    down: (event: KeyEvent) => void
    up: (event: KeyEvent) => void
  }) => Promise<void>
  stop: () => void
  /** Returns the codes of a key by its accelerator name; empty for an unknown key. */
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
  /**
   * Listens for a key. Resolves to false if the system does not permit it or the key is unknown.
   */
  set: (accelerator: string) => Promise<boolean>
  clear: () => void
}

/**
 * Reports the press and release of a key that is held down while the user talks, without its
 * repetitions.
 */
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
            // Releasing a modifier first has the same effect.
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
  // A modifier used alone sets its own flag.
  if (key.startsWith('Right')) return true
  return (
    event.ctrlKey === modifiers.has('Ctrl') &&
    event.altKey === modifiers.has('Alt') &&
    event.shiftKey === modifiers.has('Shift') &&
    event.metaKey === modifiers.has('Meta')
  )
}
