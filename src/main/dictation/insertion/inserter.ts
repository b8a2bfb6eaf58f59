import type { Insertion, InsertionOutcome } from '../../../shared/dictation.ts'
import type { HeldClipboard } from './heldClipboard.ts'
import type { FrontApp, Keystrokes } from './keystrokes.ts'
import { withoutControls } from '../../speech/withoutControls.ts'
import { oneLine } from './oneLine.ts'
import { takesLineBreaks } from './takesLineBreaks.ts'
import { pastesPrimarySelection } from './terminals.ts'

export interface InserterDependencies {
  clipboard: HeldClipboard
  /** X's primary selection; null on other systems. */
  primarySelection: HeldClipboard | null
  keystrokes: Keystrokes
  /** Puts a text into the composer of the main window. */
  compose: (text: string, newChat: boolean) => void
  log: (message: string, error: unknown) => void
}

export interface Inserter {
  /** Inserts a text in the way the user chose. If that fails, leaves it in the clipboard. */
  insert: (text: string, way: Insertion) => Promise<InsertionOutcome>
  /** Restores the clipboard immediately. Called when the app quits. */
  flush: () => Promise<void>
}

/** Long enough for a slow app to paste. */
const giveBackMilliseconds = 1000

export function createInserter(dependencies: InserterDependencies): Inserter {
  const { clipboard, primarySelection, keystrokes, compose, log } = dependencies
  let timer: NodeJS.Timeout | undefined

  async function giveBack(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await Promise.all([clipboard.giveBack(), primarySelection?.giveBack()])
  }

  async function paste(heard: string, app: FrontApp): Promise<void> {
    clearTimeout(timer)
    const text = takesLineBreaks(app.id) ? heard : oneLine(heard)
    try {
      await clipboard.lend(text)
      if (pastesPrimarySelection(app.id)) await primarySelection?.lend(text)
      await keystrokes.paste(app)
    } finally {
      timer = setTimeout(() => {
        giveBack().catch((error: unknown) => log('The clipboard could not be put back', error))
      }, giveBackMilliseconds)
    }
  }

  async function press(text: string, way: 'paste' | 'type'): Promise<InsertionOutcome> {
    try {
      const app = await keystrokes.front()
      if (app === null) return await leave(text)
      if (way === 'paste') await paste(text, app)
      else await keystrokes.type(oneLine(text), app)
      return way === 'paste' ? 'pasted' : 'typed'
    } catch (error) {
      log('The dictated text could not be inserted', error)
      return leave(text)
    }
  }

  /** Leaves a single line in the clipboard, because the user may paste it into a terminal. */
  async function leave(text: string): Promise<InsertionOutcome> {
    await clipboard.leave(oneLine(text))
    return 'waitsInClipboard'
  }

  return {
    async insert(heard, way) {
      const text = withoutControls(heard)
      switch (way) {
        case 'composer':
        case 'newChat':
          compose(text, way === 'newChat')
          return 'sentToParley'
        case 'copy':
          await leave(text)
          return 'copied'
        case 'paste':
        case 'type':
          return press(text, way)
      }
    },
    flush: giveBack,
  }
}
