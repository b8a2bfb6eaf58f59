import { typingMilliseconds, type Keystrokes } from './keystrokes.ts'
import type { NativeKeys } from './nativeKeys.ts'
import { runProgram } from './runProgram.ts'

const askFront =
  'tell application "System Events" to get bundle identifier of first application process whose frontmost is true'
/** Reads the text from stdin: as an argument it could be taken for an option, or be visible. */
const typeInput = `
ObjC.import('Foundation')
const input = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile
const text = ObjC.unwrap($.NSString.alloc.initWithDataEncoding(input, $.NSUTF8StringEncoding))
Application('System Events').keystroke(text)`

/** Uses native key events to paste and copy, and System Events to type on any keyboard layout. */
export function createMacKeystrokes(keys: NativeKeys, run = runProgram): Keystrokes {
  return {
    program: null,
    async front() {
      const id = await run('osascript', ['-e', askFront]).catch(() => '')
      return { id: id.trim().toLowerCase() }
    },
    paste: () => keys.press('V', 'Meta'),
    copy: () => keys.press('C', 'Meta'),
    // System Events types the letter a for a character that the keyboard lacks.
    canType: (text) => Promise.resolve(/^[ -~]*$/.test(text)),
    async type(text) {
      await run('osascript', ['-l', 'JavaScript', '-e', typeInput], text, {
        timeout: typingMilliseconds,
      })
    },
  }
}
