import { charactersOfKeymap } from './keyboardLayout.ts'
import { typingMilliseconds, type Keystrokes } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'
import { isTerminal, pastesPrimarySelection } from './terminals.ts'

/** Window ids that X returns for no window and for the window under the pointer. */
const noWindow = new Set(['0', '1', ''])
/** Characters of a keyboard's layout arrived whole at 1 ms as well, in xterm and GTK. */
const keyDelayMilliseconds = '2'
/** xdotool reads its input in the locale's encoding, and stops at the first letter it can't read. */
const utf8 = { LC_ALL: 'C.UTF-8' }

/** Presses keys through the X server's XTEST extension. Apps can't tell them from the user's. */
export function createX11Keystrokes(run = runProgram): Keystrokes {
  // Clears modifiers, because the user may still hold the hotkey down.
  const press = async (keys: string): Promise<void> =>
    void (await run('xdotool', ['key', '--clearmodifiers', '--delay', keyDelayMilliseconds, keys]))

  return {
    program: 'xdotool',
    async front() {
      const window = (await run('xdotool', ['getwindowfocus'])).trim()
      if (noWindow.has(window)) return null
      // Without xprop (x11-utils) the app is unknown and gets the usual shortcuts.
      const [found, pid] = await Promise.all([
        run('xprop', ['-id', window, 'WM_CLASS']).catch(() => ''),
        run('xdotool', ['getwindowpid', window]).then(Number, () => Number.NaN),
      ])
      return { id: classOf(found), window, ...(pid > 0 && { pid }) }
    },
    paste: ({ id }) => {
      if (pastesPrimarySelection(id)) return press('shift+Insert')
      return press(isTerminal(id) ? 'ctrl+shift+v' : 'ctrl+v')
    },
    copy: ({ id }) => press(isTerminal(id) ? 'ctrl+shift+c' : 'ctrl+c'),
    async canType(text) {
      // xdotool lends a character without a key some key for a moment. Most apps look up what that
      // key means when it is already over, and get nothing.
      const keymap = await run('xkbcomp', ['-xkb', process.env['DISPLAY'] ?? '', '-']).catch(
        () => '',
      )
      const characters = charactersOfKeymap(keymap)
      return Array.from(text).every((character) => characters.has(character))
    },
    async type(text) {
      const options = ['type', '--clearmodifiers', '--delay', keyDelayMilliseconds, '--file', '-']
      await run('xdotool', options, text, { env: utf8, timeout: typingMilliseconds })
    },
  }
}

/** Returns the class from `WM_CLASS(STRING) = "instance", "Class"` in lower case. */
function classOf(property: string): string {
  const names = [...property.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
  return (names.at(-1) ?? '').toLowerCase()
}
