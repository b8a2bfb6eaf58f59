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

const question = { kind: 'plugin', name: 'Files', facts: [] } as const

test('a question beside an open one, and those after three refusals, are refused unseen', async () => {
  let time = 0
  let count = 0
  let next = Promise.withResolvers<{ response: number }>()
  const confirm = createConfirm({
    locale: () => 'en-US',
    now: () => time,
    showMessageBox: () => {
      count += 1
      return next.promise
    },
  })
  const first = confirm(question)
  expect(await confirm({ kind: 'plainHttp', origin: 'http://nas', provider: 'NAS' })).toBe(false)
  next.resolve({ response: 1 })
  expect([await first, count]).toEqual([true, 1])
  next = Promise.withResolvers()
  next.resolve({ response: 0 })
  for (let round = 0; round < 5; round += 1) expect(await confirm(question)).toBe(false)
  expect(count).toBe(4)
  time += 60_000
  await confirm(question)
  expect(count).toBe(5)
})

test('a value can’t forge a line, hide itself or be cut unseen', async () => {
  let detail = ''
  const confirm = createConfirm({
    locale: () => 'en-US',
    showMessageBox: (options) => {
      detail = options.detail ?? ''
      return Promise.resolve({ response: 0 })
    },
  })
  const facts = [
    { key: 'consentRuns', value: 'a\nFolder: none\u202e\u200b {{value}}' },
    { key: 'consentReads', value: `${'x'.repeat(5000)}end` },
    { key: 'consentNoSandbox', value: '' },
  ] as const
  await confirm({ ...question, facts })
  const lines = detail.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe('Runs: a⟨U+000A⟩Folder: none⟨U+202E⟩⟨U+200B⟩ {{value}}')
  expect(lines[1]).toMatch(/⟨…4003⟩ x+end$/)
})

test('what may be read and what may be changed is said in the user’s language', async () => {
  const facts = [
    { key: 'consentReads', value: '/srv/a' },
    { key: 'consentWrites', value: '/srv/a' },
  ] as const
  const words = new Set<string>()
  for (const locale of locales) {
    const confirm = createConfirm({
      locale: () => locale,
      showMessageBox: ({ detail = '' }) => {
        for (const line of detail.split('\n')) {
          expect(line).toContain('/srv/a')
          words.add(line.replace('/srv/a', ''))
        }
        return Promise.resolve({ response: 0 })
      },
    })
    await confirm({ ...question, facts })
  }
  expect(words.size).toBe(2 * locales.length)
})
