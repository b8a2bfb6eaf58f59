import type { HeldClipboard } from './insertion/heldClipboard.ts'
import type { Keystrokes } from './insertion/keystrokes.ts'
import { interruptsAtCopy } from './insertion/terminals.ts'

export interface SelectionReader {
  /** Returns the selected text of the frontmost app; empty if none. */
  read: () => Promise<string>
}

export interface SelectionDependencies {
  /** X's primary selection, which holds the last selected text; null on other systems. */
  primary: { readText: () => Promise<string> } | null
  clipboard: { readText: () => Promise<string> }
  held: Pick<HeldClipboard, 'lend' | 'takeBack'>
  keystrokes: Keystrokes
  wait?: (milliseconds: number) => Promise<void>
  platform?: NodeJS.Platform
}

const pollMilliseconds = 40
const maxPolls = 12
const maxTextLength = 100_000

/**
 * Creates a reader. Without a primary selection it makes the app copy, then restores the clipboard.
 */
export function createSelectionReader(dependencies: SelectionDependencies): SelectionReader {
  const { primary, clipboard, held, keystrokes, platform = process.platform } = dependencies
  const wait =
    dependencies.wait ??
    ((milliseconds) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))

  async function copied(): Promise<string> {
    const app = await keystrokes.front()
    if (app === null || interruptsAtCopy(app.id, platform)) return ''
    const nothing = ' '
    await held.lend(nothing)
    try {
      await keystrokes.copy(app)
      for (let poll = 0; poll < maxPolls; poll++) {
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
      return (selected || (await copied())).trim().slice(0, maxTextLength)
    },
  }
}
