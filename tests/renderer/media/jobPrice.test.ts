import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { jobPrice } from '../../../src/renderer/media/jobs/jobPrice.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }

const i18n = createInstance()
await i18n.init({ lng: 'en-US', resources: { 'en-US': { translation: texts } } })
const cent = { amount: 0.01, currency: 'USD' }
const five = { amount: 0.05, currency: 'USD' }

test('a failed job shows what was counted, and no price that was only expected', () => {
  const textOf = (job: Parameters<typeof jobPrice>[2]) => jobPrice(i18n.t, 'en-US', job)
  expect(textOf({ state: 'failed', price: null, estimate: five })).toEqual([])
  expect(textOf({ state: 'failed', price: null, estimate: null })).toEqual([])
  expect(textOf({ state: 'failed', price: cent, estimate: five })).toEqual(['$0.01'])
  // Whether it was charged, nobody knows.
  expect(textOf({ state: 'unknown', price: null, estimate: five })).toEqual(['About $0.05'])
  expect(textOf({ state: 'running', price: null, estimate: null })).toEqual(['Price unknown'])
})
