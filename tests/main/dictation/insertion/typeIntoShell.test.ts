import type { ClipboardItem } from 'electron'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHeldClipboard } from '../../../../src/main/dictation/insertion/heldClipboard.ts'
import { createWatchField } from '../../../../src/main/dictation/insertion/accessibleField.ts'
import { createInserter } from '../../../../src/main/dictation/insertion/inserter.ts'
import { createX11Keystrokes } from '../../../../src/main/dictation/insertion/x11Keystrokes.ts'
import { openShell, run, type OpenShell } from '../../../e2e/desktop.ts'

/** X's clipboard or primary selection, by xclip, with one text. */
function xclip(selection: 'clipboard' | 'primary') {
  const makeItem = (payloads: Record<string, unknown>): ClipboardItem =>
    ({
      types: Object.keys(payloads),
      getType: (type: string) => Promise.resolve(new Blob([String(payloads[type])])),
    }) as ClipboardItem
  // xclip goes on serving the text in the background, and must not hold the test's pipes open.
  const writeText = async (text: string): Promise<void> => {
    const serve = `exec xclip -in -selection ${selection} > /dev/null 2>&1`
    await run('sh', ['-c', serve], Buffer.from(text))
  }
  return createHeldClipboard(
    {
      read: () => Promise.resolve([]),
      write: async ([item]) => {
        const blob = await item?.getType('text/plain')
        await writeText(blob instanceof Blob ? await blob.text() : '')
      },
      writeText,
      clear: () => undefined,
    },
    makeItem,
  )
}

const inserter = createInserter({
  clipboard: xclip('clipboard'),
  primarySelection: xclip('primary'),
  keystrokes: createX11Keystrokes(),
  watchField: createWatchField(),
  compose: () => undefined,
  log: (message, error) => expect.fail(`${message}: ${String(error)}`),
})

describe.skipIf(process.platform !== 'linux')('typed into a shell by xdotool', () => {
  let shell: OpenShell
  beforeAll(async () => void (shell = await openShell()), 30_000)
  afterAll(() => shell.close())
  afterEach(async () => {
    await run('setxkbmap', ['us'])
    await inserter.flush()
  })

  /** Inserts a text. Returns how, and the line that is in the shell then. */
  async function typed(transcript: string): Promise<{ outcome: string; line: string }> {
    await shell.forget()
    const outcome = await inserter.insert(transcript, 'type')
    expect(await shell.ran()).toEqual([])
    const [line = ''] = await shell.enter()
    return { outcome, line }
  }

  test.each([
    ['one\ntwo\r\nthree\r', 'one two three'],
    ['one\ttwo\u0003\u0004\u001a', 'one two'],
    ['one\u001b[201~\n\u009btwo', 'one[201~ two'],
    ['one\u0085two\u2028three\u2029', 'one two three'],
    ['one\u0000\u007f\u0080\u009ftwo\ue000\uf700', 'onetwo'],
  ])('%j', async (transcript, line) => {
    expect(await typed(transcript)).toEqual({ outcome: 'typed', line })
  })

  test.each([
    ['us', '“Quoted” – naïve', 'pasted'],
    ['us', 'Größe, 한국어, 👩‍👩‍👧 and 𝒳', 'pasted'],
    // Dead keys are no characters.
    ['de', 'a ^ and a `', 'pasted'],
    ['de', 'Größe 10 µm, ÄÖÜ ß, 5 € @ {x} [y] | \\ z y', 'typed'],
    ['ru', 'Привет, как дела? Ёлка № 12', 'typed'],
    ['ru', 'Привет, Linux', 'pasted'],
    ['us,ru', 'Привет, Linux', 'typed'],
  ])('with the keyboard %s, %s arrives whole: %s', async (layout, text, outcome) => {
    await run('setxkbmap', [layout])
    expect(await typed(text)).toEqual({ outcome, line: text })
  })

  test('without a locale, letters beyond ASCII are typed too', async () => {
    const before = process.env['LC_ALL']
    process.env['LC_ALL'] = 'C'
    try {
      await run('setxkbmap', ['de'])
      expect(await typed('Größe ß')).toEqual({ outcome: 'typed', line: 'Größe ß' })
    } finally {
      if (before === undefined) delete process.env['LC_ALL']
      else process.env['LC_ALL'] = before
    }
  })

  test('more than one piece', async () => {
    const text = 'The (quick) "brown" fox & 12 dogs; '.repeat(40).trim()
    expect(await typed(text)).toEqual({ outcome: 'typed', line: text })
  })
})
