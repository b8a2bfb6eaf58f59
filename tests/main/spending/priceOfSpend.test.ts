import { expect, test } from 'vitest'
import { priceOfSpend } from '../../../src/main/spending/priceOfSpend.ts'
import type { Usage } from '../../../src/shared/chat/parts.ts'
import type { Model } from '../../../src/shared/models.ts'

const now = 1_000_000_000_000
const price = { input: 3, output: 15, cachedInput: 0.3 }
const model = { modelId: 'dear', local: false, price }
const usage: Usage = { inputTokens: 1000, outputTokens: 100 }

function basisOf(
  given: { kind?: string; at?: number; usage?: Usage | null } = {},
  of: Pick<Model, 'modelId' | 'local' | 'price'> | undefined = model,
) {
  return priceOfSpend({ kind: 'answer', at: now, usage, ...given }, of, now)
}

test('an amount is counted by hand', () => {
  // 1,000 tokens for $3 a million and 100 for $15 a million.
  expect(basisOf()).toEqual({ basis: 'known', nanoAmount: 4_500_000, currency: 'USD' })
  // 600 of the input came from a cache, for a tenth.
  expect(basisOf({ usage: { ...usage, cachedTokens: 600 } })).toEqual({
    ...{ basis: 'known', nanoAmount: 2_880_000, currency: 'USD' },
  })
})

test.each<[string, Parameters<typeof basisOf>[0]]>([
  ['a request of an earlier day', { at: now - 25 * 60 * 60 * 1000 }],
  ['tokens that were written to a cache', { usage: { ...usage, cacheWriteTokens: 1 } }],
  ['more tokens from a cache than there were', { usage: { ...usage, cachedTokens: 1001 } }],
  ['a spoken answer, whose transcription is not counted', { kind: 'realtime' }],
])('%s is an estimate', (_what, given) => {
  expect(basisOf(given)).toMatchObject({ basis: 'estimated', currency: 'USD' })
})

test('tokens from a cache whose price nobody told are an estimate', () => {
  const of = { ...model, price: { input: 3, output: 15 } }
  expect(basisOf({ usage: { ...usage, cachedTokens: 600 } }, of)).toMatchObject({
    basis: 'estimated',
  })
})

test.each<[string, Parameters<typeof basisOf>[0], Parameters<typeof basisOf>[1]]>([
  ['no count', { usage: null }, model],
  ['a model without a price', {}, { modelId: 'x', local: false }],
  ['sound without a price of its own', { usage: { ...usage, audioInputTokens: 5 } }, model],
  ['pictures whose price nobody told', { usage: { ...usage, pictureTokens: 9 } }, model],
  [
    'a price of 0 of a service that does not name the model free',
    {},
    { modelId: 'x', local: false, price: { input: 0, output: 0 } },
  ],
  ['an amount beyond all numbers', { usage: { ...usage, inputTokens: 2 ** 52 } }, model],
])('%s is unknown, not 0', (_what, given, of) => {
  expect(basisOf(given, of)).toEqual({ basis: 'unknown' })
})

test('a model that is gone makes an amount unknown', () => {
  expect(priceOfSpend({ kind: 'answer', at: now, usage }, undefined, now)).toEqual({
    basis: 'unknown',
  })
})

test('a gateway on this computer that lists prices is not free', () => {
  expect(basisOf({}, { ...model, local: true })).toEqual(basisOf())
})

test('a model on this computer, or one that is named free, costs nothing', () => {
  const nothing = { basis: 'known', nanoAmount: 0, currency: 'USD' }
  expect(basisOf({ usage: null }, { modelId: 'x', local: true })).toEqual(nothing)
  const free = { modelId: 'x:free', local: false, price: { input: 0, output: 0 } }
  expect(basisOf({}, free)).toEqual(nothing)
})
