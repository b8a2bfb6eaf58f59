import { expect, test } from 'vitest'
import { commandOf } from '../../../src/renderer/core/shortcuts.ts'
import type { KeyPress } from '../../../src/renderer/core/shortcuts.ts'
import { shortcutKeys, shortcutText } from '../../../src/renderer/core/shortcutText.ts'
import { commandIds, defaultShortcuts } from '../../../src/shared/commands.ts'

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  return { ...none, key, ...held }
}

const keyOf: Record<string, string> = { Up: 'ArrowUp', Down: 'ArrowDown' }

/** Returns the browser's event when the keys of an accelerator are pressed on a US keyboard. */
function pressOf(accelerator: string, platform: 'darwin' | 'linux'): KeyPress {
  const parts = accelerator.split('+')
  const key = parts.at(-1) ?? ''
  const command = parts.includes('CmdOrCtrl')
  return press(
    keyOf[key] ??
      (parts.includes('Shift') ? key : key.replace(/^[A-Z]$/, (letter) => letter.toLowerCase())),
    {
      ctrlKey: command && platform !== 'darwin',
      metaKey: command && platform === 'darwin',
      altKey: parts.includes('Alt'),
      shiftKey: parts.includes('Shift'),
    },
  )
}

const withKeys = commandIds.filter((id) => defaultShortcuts[id] !== null)

test.each(withKeys)('the keys of %s run it and nothing else, on every platform', (id) => {
  const accelerator = defaultShortcuts[id] ?? ''
  for (const platform of ['darwin', 'linux'] as const) {
    expect(commandOf(pressOf(accelerator, platform), defaultShortcuts, platform)).toBe(id)
  }
})

test('Ctrl is not Cmd, and a further key held down is another shortcut', () => {
  const find = (keys: KeyPress, platform: 'darwin' | 'linux') =>
    commandOf(keys, defaultShortcuts, platform)
  expect(find(press('n', { ctrlKey: true }), 'darwin')).toBeUndefined()
  expect(find(press('n', { metaKey: true }), 'linux')).toBeUndefined()
  expect(find(press('n'), 'linux')).toBeUndefined()
  expect(find(press('N', { ctrlKey: true, shiftKey: true }), 'linux')).toBeUndefined()
  // AltGr reports itself as Ctrl and Alt.
  expect(find(press('n', { ctrlKey: true, altKey: true }), 'linux')).toBeUndefined()
})

test('a layout without Latin letters uses the place of the key', () => {
  const russian = press('т', { code: 'KeyN', ctrlKey: true })
  expect(commandOf(russian, defaultShortcuts, 'linux')).toBe('newChat')
})

test('a Latin layout uses the letter, wherever it is', () => {
  const dvorak = press('b', { code: 'KeyN', ctrlKey: true })
  expect(commandOf(dvorak, defaultShortcuts, 'linux')).toBe('toggleSidebar')
})

test('a sign that needs Shift on some layouts is found there as well', () => {
  const german = press('/', { code: 'Digit7', ctrlKey: true, shiftKey: true })
  expect(commandOf(german, defaultShortcuts, 'linux')).toBe('showShortcuts')
})

test('a command whose keys were taken away is not found', () => {
  const shortcuts = { ...defaultShortcuts, newChat: null }
  expect(commandOf(press('n', { ctrlKey: true }), shortcuts, 'linux')).toBeUndefined()
})

test('keys are written as the platform writes them', () => {
  expect(shortcutText('CmdOrCtrl+Shift+F', 'linux')).toBe('Ctrl+Shift+F')
  expect(shortcutText('CmdOrCtrl+Shift+F', 'darwin')).toBe('⌘⇧F')
  expect(shortcutKeys('Alt+Down', 'win32')).toEqual(['Alt', '↓'])
})
