import { expect, test } from 'vitest'
import { sendKeyText, sendsMessage } from '../../../src/renderer/core/sendKey.ts'

const enter = { key: 'Enter', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const sends = (event: object, sendKey: 'enter' | 'commandEnter', platform: 'linux' | 'darwin') =>
  sendsMessage({ ...enter, ...event } as KeyboardEvent, { sendKey, platform })

test('Enter sends, and with Shift or Alt begins a new line', () => {
  expect(sends({}, 'enter', 'linux')).toBe(true)
  expect(sends({ shiftKey: true }, 'enter', 'linux')).toBe(false)
  expect(sends({ altKey: true }, 'enter', 'linux')).toBe(false)
  expect(sends({ key: 'a' }, 'enter', 'linux')).toBe(false)
})

test('once Ctrl+Enter is chosen, Enter begins a new line', () => {
  expect(sends({}, 'commandEnter', 'linux')).toBe(false)
  expect(sends({ shiftKey: true, ctrlKey: true }, 'commandEnter', 'linux')).toBe(false)
  expect(sends({ ctrlKey: true }, 'commandEnter', 'linux')).toBe(true)
  // AltGr+Enter arrives as Ctrl+Alt.
  expect(sends({ ctrlKey: true, altKey: true }, 'commandEnter', 'linux')).toBe(false)
})

test('on macOS the command key is Cmd', () => {
  expect(sends({ metaKey: true }, 'commandEnter', 'darwin')).toBe(true)
  expect(sends({ ctrlKey: true }, 'commandEnter', 'darwin')).toBe(false)
  expect(sends({ metaKey: true }, 'commandEnter', 'linux')).toBe(false)
})

test('a word that is being composed is never sent', () => {
  for (const sendKey of ['enter', 'commandEnter'] as const) {
    expect(sends({ ctrlKey: true, isComposing: true }, sendKey, 'linux')).toBe(false)
    expect(sends({ ctrlKey: true, keyCode: 229 }, sendKey, 'linux')).toBe(false)
  }
})

test('the keys are named as the platform prints them', () => {
  expect(sendKeyText({ sendKey: 'enter', platform: 'linux' })).toBe('Enter')
  expect(sendKeyText({ sendKey: 'commandEnter', platform: 'win32' })).toBe('Ctrl+Enter')
  expect(sendKeyText({ sendKey: 'commandEnter', platform: 'darwin' })).toBe('⌘⏎')
})
