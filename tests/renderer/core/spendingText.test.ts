import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { spendingText } from '../../../src/renderer/core/spendingText.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import type { SpendingSum } from '../../../src/shared/spending.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en-US', resources: { 'en-US': { translation: texts } } })

const tokens = { inputTokens: 1, outputTokens: 1 }
const textOf = (sum: Omit<SpendingSum, 'inputTokens' | 'outputTokens'>): string =>
  spendingText(i18n.t, 'en-US', { ...sum, ...tokens })
const dollars = [{ amount: 1.234, currency: 'USD' }]

test('a sum says how sure it is, and what is unknown is never free', () => {
  expect(textOf({ amounts: dollars, requests: 2, estimated: 0, unknown: 0 })).toBe('$1.23')
  expect(textOf({ amounts: dollars, requests: 2, estimated: 1, unknown: 0 })).toBe('About $1.23')
  expect(textOf({ amounts: dollars, requests: 2, estimated: 0, unknown: 1 })).toBe('At least $1.23')
  expect(textOf({ amounts: dollars, requests: 3, estimated: 1, unknown: 1 })).toBe(
    'At least about $1.23',
  )
  expect(textOf({ amounts: [], requests: 1, estimated: 0, unknown: 1 })).toBe('Price unknown')
  const nothing = [{ amount: 0, currency: 'USD' }]
  expect(textOf({ amounts: nothing, requests: 1, estimated: 0, unknown: 0 })).toBe('Free')
  expect(textOf({ amounts: nothing, requests: 2, estimated: 0, unknown: 1 })).toBe('Price unknown')
})

test('small amounts keep two digits, and each currency stands for itself', () => {
  const amounts = [
    { amount: 0.001_23, currency: 'USD' },
    { amount: 12, currency: 'credits' },
  ]
  expect(textOf({ amounts, requests: 2, estimated: 0, unknown: 0 })).toBe('$0.0012 + 12 credits')
})
