import type { Keystrokes } from './keystrokes.ts'
import type { NativeKeys } from './nativeKeys.ts'
import { runProgram } from './runProgram.ts'

const askFront =
  'tell application "System Events" to get bundle identifier of first application process whose frontmost is true'
/** The text comes by its input: among the arguments it could be taken for an option, or be seen. */
const typeInput = `
ObjC.import('Foundation')
const input = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile
const text = ObjC.unwrap($.NSString.alloc.initWithDataEncoding(input, $.NSUTF8StringEncoding))
Application('System Events').keystroke(text)`

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
      await run('osascript', ['-l', 'JavaScript', '-e', typeInput], text)
    },
  }
}
