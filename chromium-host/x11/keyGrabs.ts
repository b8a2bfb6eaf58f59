import { acceleratorKey } from '../accelerator.ts'
import type { XConnection } from './connection.ts'
import { keysymOf } from './keysyms.ts'
import { packet } from './packet.ts'

export interface KeyGrabs {
  /** Grabs a key for any focus. Resolves to false if another program has it. */
  grab(accelerator: string): Promise<boolean>
  release(accelerator: string): void
}

const keyPress = 2
const asynchronous = 1
const modifierBits: Record<string, number> = { shift: 1, ctrl: 4, alt: 8, meta: 64 }
const heldBits = Object.values(modifierBits).reduce((all, bit) => all | bit)
/** Caps Lock and Num Lock count as modifiers for a grab, although users ignore them. */
const locks = [0, 2, 16, 18]

interface Combination {
  keycode: number
  modifiers: number
}

/** Grabs keys on X's root window, as Electron's global shortcuts do. */
export async function createKeyGrabs(
  x: XConnection,
  onPressed: (accelerator: string) => void,
): Promise<KeyGrabs> {
  const grabbed = new Map<string, Combination>()
  const count = x.lastKeycode - x.firstKeycode + 1
  const mapping = await x.ask(packet(101, 0, [x.firstKeycode | (count << 8)]))
  const symbolsEach = mapping[1]!

  const keycodeOf = (keysym: number): number | undefined => {
    for (let level = 0; level < symbolsEach; level++) {
      for (let key = 0; key < count; key++) {
        const found = mapping.readUInt32LE(32 + (key * symbolsEach + level) * 4)
        if (found === keysym) return x.firstKeycode + key
      }
    }
    return undefined
  }

  const combinationOf = (accelerator: string): Combination | undefined => {
    const parts = acceleratorKey(accelerator).split('+')
    const keysym = keysymOf(parts.at(-1) ?? '')
    const keycode = keysym === undefined ? undefined : keycodeOf(keysym)
    if (keycode === undefined) return undefined
    const bits = parts.slice(0, -1).map((name) => modifierBits[name] ?? 0)
    return { keycode, modifiers: bits.reduce((all, bit) => all | bit, 0) }
  }

  const ungrab = ({ keycode, modifiers }: Combination): void => {
    for (const lock of locks) x.send(packet(34, keycode, [x.root, modifiers | lock]))
  }

  x.onEvent((event) => {
    if (event[0] !== keyPress) return
    const modifiers = event.readUInt16LE(28) & heldBits
    for (const [accelerator, wanted] of grabbed) {
      if (wanted.keycode === event[1] && wanted.modifiers === modifiers) onPressed(accelerator)
    }
  })

  return {
    async grab(accelerator) {
      const wanted = combinationOf(accelerator)
      if (!wanted) return false
      const { keycode, modifiers } = wanted
      for (const lock of locks) {
        const modifiersAndKey = modifiers | lock | (keycode << 16) | (asynchronous << 24)
        x.send(packet(33, 0, [x.root, modifiersAndKey, asynchronous]))
      }
      try {
        await x.sync()
      } catch {
        ungrab(wanted)
        return false
      }
      grabbed.set(accelerator, wanted)
      return true
    },
    release(accelerator) {
      const wanted = grabbed.get(accelerator)
      if (wanted) ungrab(wanted)
      grabbed.delete(accelerator)
    },
  }
}
