import { expect, test } from 'vitest'
import { createSelectionReader } from '../../../src/main/dictation/selectionReader.ts'

const before = 'what I had copied'

interface Front {
  app?: string
  /** Null if the system has none. */
  primary?: string | null
  selected?: string
  platform?: NodeJS.Platform
}

/** Returns an app in front whose copy keys put the selection into the clipboard. */
function reading({ app = 'gedit', primary = '', selected = '', platform = 'linux' }: Front = {}) {
  const clipboard = { text: before }
  const pressed: string[] = []
  const reader = createSelectionReader({
    primary: primary === null ? null : { readText: () => Promise.resolve(primary) },
    clipboard: { readText: () => Promise.resolve(clipboard.text) },
    held: {
      lend: async (text) => void (clipboard.text = text),
      takeBack: async () => void (clipboard.text = before),
    },
    keystrokes: {
      front: () => Promise.resolve({ id: app }),
      copy: async ({ id }) => {
        pressed.push(id)
        if (selected !== '') clipboard.text = selected
      },
      paste: () => Promise.reject(new Error('Nothing is pasted')),
      canType: () => Promise.resolve(true),
      type: () => Promise.reject(new Error('Nothing is typed')),
      program: null,
    },
    wait: () => Promise.resolve(),
    platform,
  })
  return { read: reader.read, clipboard, pressed }
}

test('the primary selection is read as it is, without a key', async () => {
  const { read, pressed } = reading({ primary: ' Read me.\n' })
  expect(await read()).toBe('Read me.')
  expect(pressed).toEqual([])
})

test('elsewhere the app is made to copy, and the clipboard is as it was', async () => {
  const { read, clipboard } = reading({ primary: null, selected: 'Read me.' })
  expect(await read()).toBe('Read me.')
  expect(clipboard.text).toBe(before)
})

test('where nothing is selected, what had been copied is neither read nor lost', async () => {
  const { read, clipboard, pressed } = reading()
  expect(await read()).toBe('')
  expect(pressed).toEqual(['gedit'])
  expect(clipboard.text).toBe(before)
})

test('no keys go where they would end what runs: to a terminal, or to nobody knows whom', async () => {
  for (const front of [
    { app: 'xterm' },
    { app: '' },
    { app: '', platform: 'win32', primary: null },
    { app: 'windowsterminal', platform: 'win32', primary: null },
  ] as const) {
    const { read, pressed } = reading({ ...front, selected: 'Never' })
    expect(await read()).toBe('')
    expect(pressed).toEqual([])
  }
})

test('macOS has keys for it that no terminal takes for another', async () => {
  const front = { app: '', platform: 'darwin', primary: null, selected: 'Read me.' } as const
  expect(await reading(front).read()).toBe('Read me.')
})
