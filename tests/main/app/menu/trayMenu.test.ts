import { expect, test } from 'vitest'
import { trayTemplate } from '../../../../src/main/app/menu/trayMenu.ts'
import { locales } from '../../../../src/shared/languages.ts'

const actions = { show: () => undefined, dictate: () => undefined, quit: () => undefined }

test.each(locales)('the menu of the tray has its texts in %s', (locale) => {
  for (const isDictating of [false, true]) {
    const items = trayTemplate({ ...actions, locale, isDictating })
    const labels = items.flatMap(({ type, label }) => (type === 'separator' ? [] : [label]))
    expect(new Set(labels).size).toBe(3)
    for (const { id, label } of items) expect(label === undefined || label !== id).toBe(true)
  }
})

test('the same item begins a dictation and ends it', () => {
  const labelOf = (isDictating: boolean) =>
    trayTemplate({ ...actions, locale: 'en-US', isDictating }).find(({ id }) => id === 'dictate')
  expect(labelOf(false)?.label).toBe('Dictate')
  expect(labelOf(true)?.label).toBe('Finish dictation')
})
