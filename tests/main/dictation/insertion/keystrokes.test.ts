import { expect, test } from 'vitest'
import { createMacKeystrokes } from '../../../../src/main/dictation/insertion/macKeystrokes.ts'
import { oneLine } from '../../../../src/main/dictation/insertion/oneLine.ts'
import { createWaylandKeystrokes } from '../../../../src/main/dictation/insertion/waylandKeystrokes.ts'
import { createWindowsKeystrokes } from '../../../../src/main/dictation/insertion/windowsKeystrokes.ts'
import { createX11Keystrokes } from '../../../../src/main/dictation/insertion/x11Keystrokes.ts'

interface Run {
  command: string
  given: readonly string[]
  input: string
}

/** Returns a runner that records what would have run. */
function recorder() {
  const runs: Run[] = []
  const run = async (command: string, given: readonly string[], input = ''): Promise<string> => {
    runs.push({ command, given, input })
    return ''
  }
  return { runs, run }
}

const keys = { press: () => Promise.resolve() }
const systems = {
  osascript: (run: typeof runNothing) => createMacKeystrokes(keys, run),
  powershell: (run: typeof runNothing) => createWindowsKeystrokes(keys, run),
  wtype: createWaylandKeystrokes,
  xdotool: createX11Keystrokes,
}
const { run: runNothing } = recorder()

/** Texts that a shell, a script or an option parser would not treat as text. */
const hostile = [
  '-eproperty p : do shell script "id"',
  '--help',
  '" & (do shell script "id") & "',
  "'; Remove-Item C:\\ -Recurse; '",
  '$(id) `id` %PATH% ${PATH}',
  '{ENTER}^{ESC}%{F4}+~()[]',
  '</script>',
]

test.each(Object.entries(systems))('%s is told the text as its input alone', async (name, open) => {
  const { runs, run } = recorder()
  const { type } = open(run)
  for (const text of hostile) await type(oneLine(text), { id: '' })
  expect(runs.map(({ command }) => command)).toEqual(hostile.map(() => name))
  const commands = new Set(runs.map(({ given }) => JSON.stringify(given)))
  // The command is the same whatever is typed.
  expect(commands.size).toBe(1)
  expect(runs[0]!.input).toBe(hostile[0])
})

test('nothing in a text is a key of SendKeys’', async () => {
  const { runs, run } = recorder()
  const { type } = createWindowsKeystrokes(keys, run)
  await type(oneLine('{ENTER}+^%~(){}[] a\nb\r\tc'), { id: 'notepad' })
  expect(runs[0]!.input).toBe('{{}ENTER{}}{+}{^}{%}{~}{(}{)}{{}{}}{[}{]} a b c')
})
