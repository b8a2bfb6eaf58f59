import type { Insertion, InsertionOutcome } from '../../../shared/speech/dictation.ts'
import type { WatchField } from './accessibleField.ts'
import type { HeldClipboard } from './heldClipboard.ts'
import { isSameWindow, type FrontApp, type Keystrokes } from './keystrokes.ts'
import { withoutControls } from '../../speech/withoutControls.ts'
import { oneLine, type OneLine } from './oneLine.ts'
import { takesLineBreaks } from './takesLineBreaks.ts'
import { pastesPrimarySelection } from './terminals.ts'

export interface InserterDependencies {
  clipboard: HeldClipboard
  /** X's primary selection; null on other systems. */
  primarySelection: HeldClipboard | null
  keystrokes: Keystrokes
  /** Finds the field that gets the text, to see what arrives. */
  watchField: WatchField
  /** Puts a text into the composer of the main window, which comes to the front if `shown`. */
  compose: (text: string, where: { newChat: boolean; shown: boolean }) => void
  log: (message: string, error: unknown) => void
}

/** Window that had the keyboard when the user began to dictate; `null` if none had it. */
export type Target = FrontApp | 'parley' | null

export interface Inserter {
  /**
   * Inserts a text in the way the user chose. If that fails, or if another window than `target` is
   * in front by now, leaves it in the clipboard. `signal` ends typing.
   */
  insert: (
    text: string,
    way: Insertion,
    target?: Target,
    signal?: AbortSignal,
  ) => Promise<InsertionOutcome>
  /** Leaves a text in the clipboard. */
  copy: (text: string) => Promise<void>
  /** Restores the clipboard immediately. Called when the app quits. */
  flush: () => Promise<void>
}

/** Long enough for a slow app to paste. */
const giveBackMilliseconds = 1000
/**
 * Characters that are typed at once. Each piece has its own time limit, so a long text has none, and
 * before each the window in front is looked at again.
 */
const typedCharacters = 200

export function createInserter(dependencies: InserterDependencies): Inserter {
  const { clipboard, primarySelection, keystrokes, watchField, compose, log } = dependencies
  let timer: NodeJS.Timeout | undefined

  async function giveBack(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await Promise.all([clipboard.giveBack(), primarySelection?.giveBack()])
  }

  async function paste(text: string, app: FrontApp): Promise<InsertionOutcome> {
    clearTimeout(timer)
    try {
      await clipboard.lend(text)
      if (pastesPrimarySelection(app.id)) await primarySelection?.lend(text)
      await keystrokes.paste(app)
    } finally {
      timer = setTimeout(() => {
        giveBack().catch((error: unknown) => log('The clipboard could not be put back', error))
      }, giveBackMilliseconds)
    }
    return 'pasted'
  }

  /** Types a text in pieces, for as long as its window stays in front. */
  async function type(
    text: OneLine,
    app: FrontApp,
    signal: AbortSignal | undefined,
  ): Promise<InsertionOutcome> {
    const [first = oneLine(''), ...rest] = piecesOf(text)
    await keystrokes.type(first, app)
    try {
      for (const piece of rest) {
        if (signal?.aborted) return 'arrivedInPart'
        const front = await keystrokes.front()
        if (!front || !isSameWindow(front, app)) return await leave(text, 'arrivedInPart')
        await keystrokes.type(piece, app)
      }
    } catch (error) {
      log('The dictated text could not be typed to its end', error)
      return leave(text, 'arrivedInPart')
    }
    return 'typed'
  }

  async function press(
    text: string,
    way: 'paste' | 'type',
    target: FrontApp | null | undefined,
    signal: AbortSignal | undefined,
  ): Promise<InsertionOutcome> {
    try {
      const app = await keystrokes.front()
      if (app === null) return await leave(text, 'waitsInClipboard')
      if (target === null || (target && !isSameWindow(app, target))) {
        return await leave(text, 'windowChanged')
      }
      const line = oneLine(text)
      const isTyped = way === 'type' && (await keystrokes.canType(line))
      const whole = isTyped || !takesLineBreaks(app.id) ? line : text
      const field = await watchField(app)
      const outcome = isTyped ? await type(line, app, signal) : await paste(whole, app)
      if (!field || (outcome !== 'typed' && outcome !== 'pasted')) return outcome
      const length = Array.from(whole).length
      const arrived = await field.arrived(length)
      if (arrived === undefined || arrived >= length || signal?.aborted) return outcome
      log(`Of ${String(length)} characters ${String(arrived)} have arrived`, undefined)
      return await leave(text, arrived > 0 ? 'arrivedInPart' : 'waitsInClipboard')
    } catch (error) {
      log('The dictated text could not be inserted', error)
      return leave(text, 'waitsInClipboard')
    }
  }

  /**
   * Leaves a single line in the clipboard, because the user may paste it into a terminal. Without a
   * clipboard, as on Wayland without wl-clipboard, the composer takes the text.
   */
  async function leave(text: string, outcome: InsertionOutcome): Promise<InsertionOutcome> {
    try {
      await clipboard.leave(oneLine(text))
      return outcome
    } catch (error) {
      log('The clipboard did not take the text', error)
      compose(text, { newChat: false, shown: true })
      return 'sentToParley'
    }
  }

  return {
    async insert(heard, way, target, signal) {
      const text = withoutControls(heard)
      switch (way) {
        case 'composer':
        case 'newChat':
          compose(text, { newChat: way === 'newChat', shown: true })
          return 'sentToParley'
        case 'copy':
          return leave(text, 'copied')
        case 'paste':
        case 'type':
          if (target !== 'parley') return press(text, way, target, signal)
          compose(text, { newChat: false, shown: false })
          return 'sentToParley'
      }
    },
    copy: async (text) => void (await leave(withoutControls(text), 'copied')),
    flush: giveBack,
  }
}

/** Cuts a text into pieces of at most `typedCharacters`, at least one, and between characters. */
function piecesOf(text: OneLine): OneLine[] {
  const graphemes = Array.from(graphemesOf.segment(text), ({ segment }) => segment)
  const count = Math.ceil(graphemes.length / typedCharacters)
  return Array.from({ length: count }, (_, index) => {
    const piece = graphemes.slice(index * typedCharacters, (index + 1) * typedCharacters)
    // A part of one line is one line.
    return piece.join('') as OneLine
  })
}

const graphemesOf = new Intl.Segmenter()
