import { expect, test } from 'vitest'
import { changeShortcut, commandWith, isHotkey } from '../../../src/renderer/app/changeShortcut.ts'
import { recordShortcut } from '../../../src/renderer/app/recordShortcut.ts'
import { commandOf } from '../../../src/renderer/core/shortcuts.ts'
import type { KeyPress } from '../../../src/renderer/core/shortcuts.ts'
import {
  commandIds,
  defaultShortcuts,
  resolveShortcuts,
  type ChangedShortcuts,
} from '../../../src/shared/commands.ts'
import { shortcutPreferencesSchema } from '../../../src/shared/shortcutPreferences.ts'

const held = { C: 'ctrlKey', M: 'metaKey', A: 'altKey', S: 'shiftKey' } as const

/** Returns the event of a key pressed with modifiers, such as `CS` for Ctrl and Shift. */
function press(modifiers: string, key: string, code = ''): KeyPress {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const down = Object.entries(held).filter(([letter]) => modifiers.includes(letter))
  return { ...none, ...Object.fromEntries(down.map(([, name]) => [name, true])), key, code }
}

test.each([
  ['C', 'j', 'CmdOrCtrl+J'],
  ['CS', 'J', 'CmdOrCtrl+Shift+J'],
  ['C', 'о', 'CmdOrCtrl+J', 'KeyJ'],
  ['CS', '/', 'CmdOrCtrl+/'],
  ['A', '1', 'Alt+1'],
  ['A', 'ArrowUp', 'Alt+Up'],
  ['', 'F7', 'F7'],
  ['S', 'F7', 'Shift+F7'],
])('%s and %s are recorded and run the command', (modifiers, key, accelerator, code = '') => {
  const pressed = press(modifiers, key, code)
  expect(recordShortcut(pressed, 'linux')).toEqual({ kind: 'keys', accelerator })
  expect(shortcutPreferencesSchema.parse({ openMedia: accelerator })).toBeTruthy()
  const shortcuts = resolveShortcuts({ openMedia: accelerator })
  expect(commandOf(pressed, shortcuts, 'linux')).toBe('openMedia')
})

test('macOS has Cmd, and Option with it even where the letter is a dead key', () => {
  const pressed = press('MA', 'Dead', 'KeyN')
  const recorded = { kind: 'keys', accelerator: 'CmdOrCtrl+Alt+N' }
  expect(recordShortcut(pressed, 'darwin')).toEqual(recorded)
  const shortcuts = resolveShortcuts({ openMedia: 'CmdOrCtrl+Alt+N' })
  expect(commandOf(pressed, shortcuts, 'darwin')).toBe('openMedia')
})

test.each([
  ['letters alone', '', 'j', 'linux'],
  ['Shift and a letter', 'S', 'J', 'linux'],
  ['what AltGr types', 'CA', '€', 'win32'],
  ['Ctrl and Alt, which are AltGr', 'CA', 'e', 'win32'],
  ['what Option types', 'A', 'å', 'darwin'],
  ['the key that moves by words', 'C', 'ArrowLeft', 'linux'],
  ['the key that sends', 'C', 'Enter', 'linux'],
  ['a letter that no accelerator has', 'C', 'ö', 'linux'],
  ['the plus, which joins the parts', 'A', '+', 'linux'],
  ['the Windows key', 'M', 'j', 'win32'],
  ['Ctrl on macOS', 'C', 'j', 'darwin'],
] as const)('%s can’t be a shortcut', (_name, modifiers, key, platform) => {
  expect(recordShortcut(press(modifiers, key), platform)).toEqual({ kind: 'unsuitable' })
})

test.each([
  ['C', 'c', 'linux'],
  ['C', '+', 'linux'],
  ['C', 'm', 'linux'],
  ['A', 'F4', 'win32'],
  ['S', 'F10', 'linux'],
  ['M', 'h', 'darwin'],
] as const)('%s and %s belong to every window', (modifiers, key, platform) => {
  expect(recordShortcut(press(modifiers, key), platform)).toMatchObject({ kind: 'reserved' })
})

test('a modifier alone is the beginning of a shortcut', () => {
  expect(recordShortcut(press('C', 'Control'), 'linux')).toEqual({ kind: 'unfinished' })
})

test('keys that one command takes are lost by the other, a default and a chosen one', () => {
  let changed: ChangedShortcuts = changeShortcut({}, 'openMedia', 'CmdOrCtrl+N')
  expect(resolveShortcuts(changed)).toMatchObject({ openMedia: 'CmdOrCtrl+N', newChat: null })
  changed = changeShortcut(changed, 'openKnowledge', 'CmdOrCtrl+N')
  expect(resolveShortcuts(changed)).toMatchObject({ openMedia: null, newChat: null })
  changed = changeShortcut(changed, 'openKnowledge', null)
  expect(resolveShortcuts(changed).newChat).toBe('CmdOrCtrl+N')
  expect(changeShortcut({ renameChat: 'F6' }, 'renameChat', 'F2')).toEqual({})
})

test('no keys run two commands, and commands of another version are kept', () => {
  const changed = { openMedia: 'CmdOrCtrl+N', ofTomorrow: 'CmdOrCtrl+J' }
  const twice = { ...changed, regenerate: 'CmdOrCtrl+N' }
  const taken = Object.values(resolveShortcuts(twice)).filter((keys) => keys !== null)
  expect(new Set(taken).size).toBe(taken.length)
  expect(resolveShortcuts(twice)).toMatchObject({ regenerate: 'CmdOrCtrl+N', openMedia: null })
  expect(changeShortcut(changed, 'newChat', 'F6')).toMatchObject({ ofTomorrow: 'CmdOrCtrl+J' })
  expect(Object.keys(resolveShortcuts(changed))).toEqual(commandIds)
})

test('the other owner of keys is named, a hotkey in whatever order it was written', () => {
  const input = { shortcuts: defaultShortcuts, except: 'openMedia' } as const
  expect(commandWith('CmdOrCtrl+N', input)).toBe('newChat')
  expect(commandWith('CmdOrCtrl+J', input)).toBeUndefined()
  expect(isHotkey('Alt+Shift+D', [null, 'Shift+Alt+D'])).toBe(true)
  expect(isHotkey('Alt+Shift+D', [null, 'Alt+D'])).toBe(false)
})

test.each([
  'J',
  'Shift+J',
  'Ctrl+J',
  'CmdOrCtrl+j',
  'CmdOrCtrl++',
  'Alt+Shift+CmdOrCtrl+J',
  'Foo',
  '',
])(
  'a file with the keys %j for a command is damaged: they can’t be pressed, or type',
  (accelerator) => {
    expect(shortcutPreferencesSchema.safeParse({ newChat: accelerator }).success).toBe(false)
  },
)

test('the file may have every default', () => {
  expect(shortcutPreferencesSchema.parse(defaultShortcuts)).toEqual(defaultShortcuts)
})
