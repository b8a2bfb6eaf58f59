import type { HeldClipboard } from './insertion/heldClipboard.ts'
import type { FrontApp, Keystrokes } from './insertion/keystrokes.ts'
import { interruptsAtCopy } from './insertion/terminals.ts'

export interface SelectionReader {
  /** The text selected in the app in front; empty where there is none. */
  read: () => Promise<string>
}

export interface SelectionDependencies {
  /** X's primary selection, which always has what was selected last; null elsewhere. */
  primary: { readText: () => Promise<string> } | null
  clipboard: { readText: () => Promise<string> }
  held: Pick<HeldClipboard, 'lend' | 'takeBack'>
  keystrokes: Keystrokes
  wait?: (milliseconds: number) => Promise<void>
}

const pollMilliseconds = 40
const pollsMaximum = 12
const textMaximum = 100_000

/** Where there is no primary selection, the app is made to copy, and the clipboard is put back. */
export function createSelectionReader(dependencies: SelectionDependencies): SelectionReader {
  const { primary, clipboard, held, keystrokes } = dependencies
  const wait =
    dependencies.wait ??
    ((milliseconds) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))

  /** What is not known may be a terminal; where there is a primary selection, most apps set it. */
  function canCopy({ id }: FrontApp): boolean {
    if (id === '' && primary) return false
    return !interruptsAtCopy(id)
  }

  async function copied(): Promise<string> {
    const app = await keystrokes.front()
    if (app === null || !canCopy(app)) return ''
    const nothing = ' '
    await held.lend(nothing)
    try {
      await keystrokes.copy(app)
      for (let poll = 0; poll < pollsMaximum; poll++) {
        await wait(pollMilliseconds)
        const text = await clipboard.readText()
        if (text !== nothing) return text
      }
      return ''
    } finally {
      await held.takeBack()
    }
  }

  return {
    async read() {
      const selected = primary ? await primary.readText() : ''
      return (selected || (await copied())).trim().slice(0, textMaximum)
    },
  }
}
