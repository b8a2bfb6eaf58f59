import type { Keystrokes } from './keystrokes.ts'
import type { NativeKeys } from './nativeKeys.ts'
import { runProgram } from './runProgram.ts'

const askFront =
  'tell application "System Events" to get bundle identifier of first application process whose frontmost is true'
const typeText = [
  'on run given',
  'tell application "System Events" to keystroke (item 1 of given)',
  'end run',
]

/** Native key events for paste and copy; System Events types, as it knows every keyboard. */
export function createMacKeystrokes(keys: NativeKeys, run = runProgram): Keystrokes {
  return {
    program: null,
    async front() {
      const id = await run('osascript', ['-e', askFront]).catch(() => '')
      return { id: id.trim().toLowerCase() }
    },
    paste: () => keys.press('V', 'Meta'),
    copy: () => keys.press('C', 'Meta'),
    async type(text) {
      await run('osascript', [...typeText.flatMap((line) => ['-e', line]), text])
    },
  }
}
