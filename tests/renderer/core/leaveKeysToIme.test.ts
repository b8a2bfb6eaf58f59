import { expect, test } from 'vitest'
import { isPlainEnter } from '../../../src/renderer/core/isPlainEnter.ts'
import { leaveKeysToIme } from '../../../src/renderer/core/leaveKeysToIme.ts'

/** A page whose fields listen like React's, after the page itself. */
function page() {
  const target = new EventTarget()
  leaveKeysToIme(target as Window)
  const heard: string[] = []
  target.addEventListener('keydown', (event) => heard.push((event as KeyboardEvent).key))
  return {
    heard,
    press: (key: string, keyCode: number, isComposing = false): Event => {
      const event = new Event('keydown', { cancelable: true })
      Object.assign(event, { key, keyCode })
      Object.defineProperty(event, 'isComposing', { value: isComposing })
      target.dispatchEvent(event)
      return event
    },
  }
}

test('a key that ends a word of an input method reaches no field, and sends no form', () => {
  const { heard, press } = page()
  for (const event of [press('Enter', 13, true), press('Enter', 229), press('Enter', 229, true)]) {
    expect(event.defaultPrevented).toBe(true)
    expect(isPlainEnter(event as KeyboardEvent)).toBe(false)
  }
  press('Escape', 229)
  expect(heard).toEqual([])
})

test('every other key does', () => {
  const { heard, press } = page()
  const event = press('Enter', 13)
  press('k', 75)
  expect(heard).toEqual(['Enter', 'k'])
  expect(event.defaultPrevented).toBe(false)
  expect(isPlainEnter(event as KeyboardEvent)).toBe(true)
})
