import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHeldClipboard } from '../../../../src/main/dictation/insertion/heldClipboard.ts'
import { createInserter } from '../../../../src/main/dictation/insertion/inserter.ts'
import { createX11Keystrokes } from '../../../../src/main/dictation/insertion/x11Keystrokes.ts'
import { openShell, type OpenShell } from '../../../e2e/desktop.ts'

const nothing = createHeldClipboard(
  {
    read: () => Promise.resolve([]),
    write: () => Promise.resolve(),
    writeText: () => Promise.resolve(),
    clear: () => undefined,
  },
  () => {
    throw new Error('Nothing is put into the clipboard')
  },
)

const inserter = createInserter({
  clipboard: nothing,
  primarySelection: null,
  keystrokes: createX11Keystrokes(),
  compose: () => undefined,
  log: (message, error) => expect.fail(`${message}: ${String(error)}`),
})

describe.skipIf(process.platform !== 'linux')('typed into a shell by xdotool', () => {
  let shell: OpenShell
  beforeAll(async () => void (shell = await openShell()), 30_000)
  afterAll(() => shell.close())

  test.each([
    ['one\ntwo\r\nthree\r', 'one two three'],
    ['one\ttwo\u0003\u0004\u001a', 'one two'],
    ['one\u001b[201~\n\u009btwo', 'one[201~ two'],
    ['one\u0085two\u2028three\u2029', 'one two three'],
    ['one\u0000\u007f\u0080\u009ftwo\ue000\uf700', 'onetwo'],
  ])('%j', async (transcript, line) => {
    expect(await inserter.insert(transcript, 'type')).toBe('typed')
    // The lines that the shell has run, and then the line that nobody had ended.
    expect(await shell.ran()).toEqual([])
    expect(await shell.enter()).toEqual([line])
    await shell.forget()
  })
})
