import type { Keystrokes } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'
import { isTerminal, pastesPrimarySelection } from './terminals.ts'

/** Ids that X gives out for no window, and for whatever is under the pointer. */
const noWindow = new Set(['0', '1', ''])
const keyDelayMilliseconds = '1'

/** Keys through the X server's own test extension: programs can't tell them from the user's. */
export function createX11Keystrokes(run = runProgram): Keystrokes {
  // The hotkey's own keys may still be held down: they must not join in.
  const press = async (keys: string): Promise<void> =>
    void (await run('xdotool', ['key', '--clearmodifiers', '--delay', keyDelayMilliseconds, keys]))

  return {
    program: 'xdotool',
    async front() {
      const window = (await run('xdotool', ['getwindowfocus'])).trim()
      if (noWindow.has(window)) return null
      // Without xprop (x11-utils) the app stays unknown, and gets the usual keys.
      const found = await run('xprop', ['-id', window, 'WM_CLASS']).catch(() => '')
      return { id: classOf(found) }
    },
    paste: ({ id }) => {
      if (pastesPrimarySelection(id)) return press('shift+Insert')
      return press(isTerminal(id) ? 'ctrl+shift+v' : 'ctrl+v')
    },
    copy: ({ id }) => press(isTerminal(id) ? 'ctrl+shift+c' : 'ctrl+c'),
    async type(text) {
      const options = ['type', '--clearmodifiers', '--delay', keyDelayMilliseconds, '--file', '-']
      await run('xdotool', options, text)
    },
  }
}

/** The class out of `WM_CLASS(STRING) = "instance", "Class"`, in lower case. */
export function classOf(property: string): string {
  const names = [...property.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name)
  return (names.at(-1) ?? '').toLowerCase()
}
