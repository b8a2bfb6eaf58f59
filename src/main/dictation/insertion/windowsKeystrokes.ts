import { typingMilliseconds, type Keystrokes } from './keystrokes.ts'
import type { NativeKeys } from './nativeKeys.ts'
import type { OneLine } from './oneLine.ts'
import { runProgram } from './runProgram.ts'

const askFront = `
Add-Type -Namespace Parley -Name Front -MemberDefinition '
[DllImport("user32.dll")] public static extern IntPtr GetForegroundWindow();
[DllImport("user32.dll")] public static extern uint GetWindowThreadProcessId(IntPtr window, out uint id);'
$id = 0
$window = [Parley.Front]::GetForegroundWindow()
[void][Parley.Front]::GetWindowThreadProcessId($window, [ref]$id)
(Get-Process -Id $id).ProcessName
$window`
const typeInput = `
[Console]::InputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName System.Windows.Forms
[System.Windows.Forms.SendKeys]::SendWait([Console]::In.ReadToEnd())`
const powershell = ['-NoProfile', '-NonInteractive', '-Command']

/** Uses native key events to paste and copy, and SendKeys to type. */
export function createWindowsKeystrokes(keys: NativeKeys, run = runProgram): Keystrokes {
  return {
    program: null,
    async front() {
      const id = await run('powershell', [...powershell, askFront]).catch(() => '')
      const [name = '', window = ''] = id.trim().split(/\r?\n/)
      return { id: name.toLowerCase(), window }
    },
    paste: () => keys.press('V', 'Ctrl'),
    copy: () => keys.press('C', 'Ctrl'),
    // SendKeys sends characters that have no key as such.
    canType: () => Promise.resolve(true),
    async type(text) {
      await run('powershell', [...powershell, typeInput], escapeForSendKeys(text), {
        timeout: typingMilliseconds,
      })
    },
  }
}

/** Escapes the characters that SendKeys reads as commands. */
function escapeForSendKeys(text: OneLine): string {
  return text.replace(/[+^%~(){}[\]]/g, '{$&}')
}
