import { expect, test } from 'vitest'
import { fromStatus } from '../../../../src/main/providers/errors/providerErrors.ts'
import { quoteAnswer, quoteWord } from '../../../../src/main/providers/errors/quoteServer.ts'
import { redactKeys } from '../../../../src/main/secrets/redact.ts'

const key = 'parley-0123456789-abcdefghijklmnopqrstuvwxyz'
const redact = (text: string) => redactKeys(text, [key])

/** Tells whether enough of the key is readable to be of use. */
const isLeaked = (text = '') => text.includes(key.slice(0, 12)) || text.includes(key.slice(-12))

test('what a server says is masked before it is cut, wherever it is cut', () => {
  for (let before = 0; before < key.length; before += 1) {
    const said = ' '.repeat(before) + key.repeat(2000)
    expect(isLeaked(quoteAnswer(said, redact))).toBe(false)
    expect(isLeaked(quoteWord(said, redact))).toBe(false)
  }
})

test('what is masked is not put together again', () => {
  const [start, end] = [key.slice(0, 20), key.slice(20)]
  expect(quoteWord(`${start}\u200b${end}`, redact)).not.toContain(key)
})

test('headers with the key in them reach no error', () => {
  const context = { provider: 'P', address: 'https://p.example', local: false, redact }
  const header = `${'a'.repeat(150)}${key}`
  for (const name of ['x-request-id', 'request-id', 'cf-ray', 'location']) {
    const { details } = fromStatus(302, '', new Headers({ [name]: header }), context)
    expect(isLeaked(JSON.stringify(details))).toBe(false)
    expect(JSON.stringify(details)).toContain('•••')
  }
})
