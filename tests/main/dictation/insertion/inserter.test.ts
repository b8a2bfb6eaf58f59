import type { ClipboardItem } from 'electron'
import { describe, expect, test } from 'vitest'
import {
  createHeldClipboard,
  type ClipboardPart,
} from '../../../../src/main/dictation/insertion/heldClipboard.ts'
import { createInserter } from '../../../../src/main/dictation/insertion/inserter.ts'
import type { FrontApp, Keystrokes } from '../../../../src/main/dictation/insertion/keystrokes.ts'

/** Returns a clipboard with one item, like Electron's. */
function memoryClipboard() {
  let content: ClipboardItem[] = []
  const makeItem = (payloads: Record<string, unknown>): ClipboardItem =>
    ({
      types: Object.keys(payloads),
      getType: async (type: string) => {
        const payload = await payloads[type]
        return payload instanceof Blob ? payload : new Blob([String(payload)])
      },
    }) as ClipboardItem
  const part: ClipboardPart = {
    read: () => Promise.resolve(content),
    write: (items) => Promise.resolve(void (content = items)),
    writeText: (text) => Promise.resolve(void (content = [makeItem({ 'text/plain': text })])),
    clear: () => void (content = []),
  }
  return {
    held: createHeldClipboard(part, makeItem),
    copy: (payloads: Record<string, unknown>) => (content = [makeItem(payloads)]),
    types: () => content.flatMap((item) => item.types),
    text: async (type = 'text/plain') => {
      const [item] = content
      const blob = item?.types.includes(type) ? await item.getType(type) : null
      return blob instanceof Blob ? blob.text() : null
    },
  }
}

function inserting(
  front: FrontApp | null,
  paste: () => Promise<void> = () => Promise.resolve(),
  keyboard: Partial<Pick<Keystrokes, 'front' | 'canType' | 'type'>> = {},
) {
  const clipboard = memoryClipboard()
  const primary = memoryClipboard()
  const pasted: (string | null)[] = []
  const inserter = createInserter({
    clipboard: clipboard.held,
    primarySelection: primary.held,
    keystrokes: {
      program: null,
      front: () => Promise.resolve(front),
      paste: async () => {
        await paste()
        pasted.push(await clipboard.text())
      },
      copy: () => Promise.resolve(),
      canType: () => Promise.resolve(true),
      type: (text) => Promise.resolve(void pasted.push(text)),
      ...keyboard,
    },
    watchField: () => Promise.resolve(undefined),
    compose: () => undefined,
    log: () => undefined,
  })
  return { inserter, clipboard, primary, pasted }
}

describe('paste', () => {
  test('puts everything back that was there, in all formats', async () => {
    const { inserter, clipboard, pasted } = inserting({ id: 'gedit' })
    clipboard.copy({ 'text/plain': 'mine', 'text/html': '<b>mine</b>', 'image/png': 'bytes' })
    expect(await inserter.insert('Hello.', 'paste')).toBe('pasted')
    expect(pasted).toEqual(['Hello.'])
    await inserter.flush()
    expect(clipboard.types()).toEqual(['text/plain', 'text/html', 'image/png'])
    expect(await clipboard.text('text/html')).toBe('<b>mine</b>')
  })

  test('marks the text as none of the clipboard histories’ business', async () => {
    const { inserter, clipboard } = inserting({ id: '' })
    await inserter.insert('Hello.', 'paste')
    const marks = clipboard.types().join(' ')
    for (const mark of ['x-kde-passwordManagerHint', 'ConcealedType', 'ExcludeClipboardContent']) {
      expect(marks).toContain(mark)
    }
  })

  test('leaves alone what was copied meanwhile', async () => {
    const { inserter, clipboard } = inserting({ id: 'gedit' })
    clipboard.copy({ 'text/plain': 'before' })
    await inserter.insert('Hello.', 'paste')
    clipboard.copy({ 'text/plain': 'copied meanwhile' })
    await inserter.flush()
    expect(await clipboard.text()).toBe('copied meanwhile')
  })

  test('twice in a row puts back what was there before the first', async () => {
    const { inserter, clipboard } = inserting({ id: 'gedit' })
    clipboard.copy({ 'text/plain': 'before' })
    await inserter.insert('One.', 'paste')
    await inserter.insert('Two.', 'paste')
    await inserter.flush()
    expect(await clipboard.text()).toBe('before')
  })

  test('into a terminal runs nothing', async () => {
    const { inserter, primary, pasted } = inserting({ id: 'xterm' })
    await inserter.insert('echo one\nrm two\u001b[A', 'paste')
    expect(pasted).toEqual(['echo one rm two[A'])
    expect(await primary.text()).toBe('echo one rm two[A')
    await inserter.flush()
    expect(await primary.text()).toBeNull()
  })

  test('gives X’s selection back, too, where no key could be pressed', async () => {
    const { inserter, primary } = inserting({ id: 'xterm' }, () => Promise.reject(new Error('no')))
    primary.copy({ 'text/plain': 'what I had selected' })
    expect(await inserter.insert('Hello.', 'paste')).toBe('waitsInClipboard')
    await inserter.flush()
    expect(await primary.text()).toBe('what I had selected')
  })

  test.each([
    ['nothing has the keyboard', null, undefined],
    ['no key can be pressed', { id: '' }, () => Promise.reject(new Error('xdotool is missing'))],
  ])('leaves the text in the clipboard where %s', async (_case, front, paste) => {
    const { inserter, clipboard } = inserting(front, paste)
    expect(await inserter.insert('Hello.', 'paste')).toBe('waitsInClipboard')
    await inserter.flush()
    expect(await clipboard.text()).toBe('Hello.')
  })
})

test('type presses the text, and copy leaves it', async () => {
  const { inserter, clipboard, pasted } = inserting({ id: 'gedit' })
  expect(await inserter.insert('Typed.', 'type')).toBe('typed')
  expect(pasted).toEqual(['Typed.'])
  expect(await inserter.insert('Copied.', 'copy')).toBe('copied')
  expect(await clipboard.text()).toBe('Copied.')
})

describe('type', () => {
  const long = 'One word after the other. '.repeat(800).trim()

  test('a long text goes in pieces, none of which takes long', async () => {
    const { inserter, pasted } = inserting({ id: 'gedit' })
    expect(await inserter.insert(long, 'type')).toBe('typed')
    expect(pasted.join('')).toBe(long)
    expect(Math.max(...pasted.map((piece) => piece?.length ?? 0))).toBeLessThanOrEqual(200)
  })

  test('a text with a character that has no key is pasted whole', async () => {
    const { inserter, clipboard, pasted } = inserting({ id: 'gedit' }, undefined, {
      canType: (text) => Promise.resolve(!text.includes('ï')),
    })
    clipboard.copy({ 'text/plain': 'mine' })
    expect(await inserter.insert('naïve', 'type')).toBe('pasted')
    expect(pasted).toEqual(['naïve'])
    await inserter.flush()
    expect(await clipboard.text()).toBe('mine')
  })

  test('what another window would get is not typed, and all of it is in the clipboard', async () => {
    let fronts = 0
    const typed: string[] = []
    const { inserter, clipboard } = inserting(null, undefined, {
      front: () => Promise.resolve({ id: 'gedit', window: fronts++ < 3 ? 'one' : 'two' }),
      type: (text) => Promise.resolve(void typed.push(text)),
    })
    expect(await inserter.insert(long, 'type')).toBe('arrivedInPart')
    expect(typed.join('')).toBe(long.slice(0, 600))
    expect(await clipboard.text()).toBe(long)
  })

  test('a program that fails midway leaves all of the text in the clipboard', async () => {
    let pieces = 0
    const { inserter, clipboard } = inserting({ id: 'gedit' }, undefined, {
      type: () => (pieces++ < 2 ? Promise.resolve() : Promise.reject(new Error('ended'))),
    })
    expect(await inserter.insert(long, 'type')).toBe('arrivedInPart')
    expect(await clipboard.text()).toBe(long)
  })

  test('Cancel ends it', async () => {
    const cancel = new AbortController()
    const { inserter, pasted } = inserting({ id: 'gedit' })
    const inserted = inserter.insert(long, 'type', undefined, cancel.signal)
    cancel.abort()
    await inserted
    expect(pasted.join('').length).toBeLessThan(long.length)
  })
})

describe('the window that was in front when the user began', () => {
  const front = { id: 'gedit', window: 'one' }

  test('gets the text', async () => {
    const { inserter, pasted } = inserting(front)
    expect(await inserter.insert('Hello.', 'paste', { ...front })).toBe('pasted')
    expect(pasted).toEqual(['Hello.'])
  })

  test.each([
    ['another window', { id: 'gedit', window: 'two' }],
    ['no window', null],
  ])('if it was %s, the text waits in the clipboard', async (_case, target) => {
    const { inserter, clipboard, pasted } = inserting(front)
    expect(await inserter.insert('Hello.', 'paste', target)).toBe('windowChanged')
    expect(pasted).toEqual([])
    expect(await clipboard.text()).toBe('Hello.')
  })
})

describe('no text is a key', () => {
  /** Every character that any system treats as a key or as the end of a line. */
  const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => /\p{Cc}/u.test(character),
  )
  const hostile = [
    ...controls.map((control) => `one${control}two`),
    'one\u2028two\u2029three',
    'one\r\n\ttwo\r',
    '\u001b[201~one\n\u009b201~two',
    // Arrow and function keys of macOS, and characters that disguise a line.
    'one\uf700\uf728two\u202egnp.exe\u2069\ufeff\uffff',
    '\ud800one\n',
  ]
  const isKey = /[\p{Cc}\p{Co}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
  const apps: (FrontApp | null)[] = [
    // The app in front is unknown: Wayland, or no xprop.
    { id: '' },
    // Terminals of each system, chats that send at Enter, editors with a terminal.
    ...[
      'xterm',
      'gnome-terminal-server',
      'sakura',
      'com.apple.terminal',
      'com.googlecode.iterm2',
      'windowsterminal',
      'conhost',
      'slack',
      'org.telegram.desktop',
      'firefox',
      'code',
      'emacs',
    ].map((id) => ({ id })),
    null,
  ]

  test.each(['paste', 'type', 'copy'] as const)('%s', async (way) => {
    for (const app of apps) {
      for (const text of hostile) {
        const { inserter, clipboard, primary, pasted } = inserting(app)
        await inserter.insert(text, way)
        const arrived = [...pasted, await clipboard.text(), await primary.text()].join(' ')
        expect(arrived).toContain('one')
        expect(arrived).not.toMatch(isKey)
      }
    }
  })

  test('words stay words, and writing systems what they are', async () => {
    const { inserter, pasted } = inserting({ id: '' })
    await inserter.insert('rm\u0085-rf\v/\f.\u2028Now', 'type')
    const kept = 'Größe 한국어 日本語 👩‍👩‍👧 می‌خواهم שלום\u200e! 𝒳'
    await inserter.insert(kept, 'type')
    expect(pasted).toEqual(['rm -rf / . Now', kept])
  })

  test('a program for writing gets its paragraphs, but never by Enter', async () => {
    for (const id of ['thunderbird', 'com.apple.mail', 'winword']) {
      const { inserter, pasted } = inserting({ id })
      await inserter.insert('Dear all,\r\n\r\nhello.\u0007', 'paste')
      await inserter.insert('Dear all,\n\nhello.', 'type')
      expect(pasted).toEqual(['Dear all,\n\nhello.', 'Dear all, hello.'])
    }
  })
})
