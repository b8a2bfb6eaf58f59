import { expect, test } from 'vitest'
import { createConfirm } from '../../../src/main/app/confirm.ts'
import { locales } from '../../../src/shared/languages.ts'

test.each(locales)('the question names the provider and the origin in %s', async (locale) => {
  for (const kind of ['plainHttp', 'awsProfile'] as const) {
    const shown: string[] = []
    const confirm = createConfirm({
      locale: () => locale,
      showMessageBox: ({ message, detail = '', buttons = [], defaultId, cancelId }) => {
        shown.push(message, detail, ...buttons)
        expect([defaultId, cancelId]).toEqual([0, 0])
        return Promise.resolve({ response: 1 })
      },
    })
    expect(await confirm({ kind, origin: 'http://nas.local', provider: "{origin} $' NAS" })).toBe(
      true,
    )
    const [message, detail, refuse, allow] = shown
    expect(detail).toContain('http://nas.local')
    expect(detail).toContain("{origin} $' NAS")
    expect(new Set([message, detail, refuse, allow]).size).toBe(4)
  }
})

test.each([0, 2, -1])('only the button that allows it does: %i', async (response) => {
  const confirm = createConfirm({
    locale: () => 'en-US',
    showMessageBox: () => Promise.resolve({ response }),
  })
  expect(await confirm({ kind: 'plainHttp', origin: 'http://nas', provider: 'NAS' })).toBe(false)
})
