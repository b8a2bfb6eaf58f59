import { expect, test } from 'vitest'
import {
  endTypeAhead,
  paletteQueryAtom,
  typeAhead,
} from '../../../src/renderer/app/paletteQuery.ts'
import { paletteOpenAtom, store } from '../../../src/renderer/core/store.ts'

function open() {
  const target = new EventTarget()
  store.set(paletteOpenAtom, true)
  typeAhead(target)
  /** Returns whether the key still reaches what has the focus. */
  const press = (key: string, modifiers: Partial<KeyboardEvent> = {}): boolean =>
    target.dispatchEvent(
      Object.assign(new Event('keydown', { cancelable: true }), {
        key,
        getModifierState: () => false,
        ...modifiers,
      }),
    )
  return { press, query: () => store.get(paletteQueryAtom) }
}

test('what is typed before the palette has loaded is its query', () => {
  const { press, query } = open()
  for (const key of ['N', 'o', ' ', 'é', '😀', 'm', 'Backspace', 'Shift']) press(key)
  expect(query()).toBe('No é😀')
  expect(press('Enter')).toBe(false)
  expect(press('k', { ctrlKey: true })).toBe(true)
  expect(press('€', { ctrlKey: true, altKey: true, getModifierState: () => true })).toBe(false)
  expect(query()).toBe('No é😀€')
  endTypeAhead()
  expect(press('x')).toBe(true)
  expect(query()).toBe('No é😀€')
})

test('Escape closes it, and the keys are the page’s again', () => {
  const { press, query } = open()
  press('a')
  expect(press('Escape')).toBe(false)
  expect(store.get(paletteOpenAtom)).toBe(false)
  expect(press('b')).toBe(true)
  open()
  expect(query()).toBe('')
})
