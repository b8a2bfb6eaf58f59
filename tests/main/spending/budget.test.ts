import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStore } from '../settings/openRealStore.ts'
import { createSettings } from '../../../src/main/settings/settingsStore.ts'
import { createBudgets } from '../../../src/main/spending/budget.ts'
import { recordSpend } from '../../../src/main/spending/ledger.ts'
import type { PricedRequest } from '../../../src/main/spending/priceOfSpend.ts'
import { createPricing } from '../../../src/main/spending/pricing.ts'
import { defaultSpendingRules } from '../../../src/shared/spending.ts'
import type { SpendingRules } from '../../../src/shared/spending.ts'
import type { Model, ModelReference } from '../../../src/shared/models.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { chatId, cheap, describeModel, local, noon, openLedger, unpriced } from './openLedger.ts'

/** Costs a tenth of a dollar at most: 10,000 tokens of input at 10 dollars a million. */
const bounded: Model = {
  ...{ providerId: 'service', modelId: 'bounded', name: 'Bounded', local: false },
  ...{ contextTokens: 10_000, outputTokensMaximum: 1, price: { input: 10, output: 0 } },
}
const mostDollars = 0.1

function open(
  rules: Partial<SpendingRules> = {},
  now = () => noon(29),
  onDescribe: () => void = () => undefined,
) {
  const database = openLedger()
  const settings = createSettings({
    folder: temporaryFolder(),
    openStore,
    broadcast: () => undefined,
  })
  const setRules = (patch: Partial<SpendingRules>): void =>
    void settings.update({ spending: { ...settings.get().spending, ...patch } })
  setRules({ ...defaultSpendingRules, ...rules })
  const describe = async (model: ModelReference): Promise<Model> => {
    onDescribe()
    await setImmediate()
    const found = model.modelId === bounded.modelId ? bounded : describeModel(model)
    if (!found) throw new Error('There is no such model')
    return found
  }
  const pricing = createPricing({
    ...{ database, describe, now },
    hasList: () => true,
    onPriced: () => undefined,
    log: () => undefined,
  })
  const budgets = createBudgets({
    ...{ database, settings, describe, now },
    priceAll: pricing.priceAll,
  })
  let origins = 0
  const record = (model: ModelReference, requests: readonly PricedRequest[]): void => {
    for (const { at, usage } of requests) {
      recordSpend(database, {
        ...{ origin: `answer ${String(++origins)}`, kind: 'answer', at, model, usage },
        ...{ conversationId: chatId, messageId: null },
      })
    }
  }
  return { budgets, setRules, record, pricing }
}

const costing = (inputTokens: number, at = noon(29)): PricedRequest => ({
  ...{ kind: 'answer', at, usage: { inputTokens, outputTokens: 0 } },
})

test('without a budget nothing is held back, and no model is described', async () => {
  const { budgets } = open()
  await budgets.begin({ providerId: 'gone', modelId: 'gone' }).admit()
  expect(() => budgets.assertLeft()).not.toThrow()
})

test('a spent budget holds back until the user goes on, and only in that month', async () => {
  let at = noon(29)
  const { budgets, setRules, record, pricing } = open({ monthlyBudget: 0.05 }, () => at)
  const run = budgets.begin(bounded)
  await run.admit()
  record(bounded, [costing(5000)])
  run.end()
  await pricing.priceAll()
  await expect(budgets.begin(bounded).admit()).rejects.toMatchObject({ code: 'budgetSpent' })
  expect(() => budgets.assertLeft()).toThrow(expect.objectContaining({ code: 'budgetSpent' }))
  expect(budgets.state()).toEqual({ limit: 0.05, spent: 0.05, unknown: 0, goesOn: false })
  setRules({ monthPastBudget: '2026-11' })
  await budgets.begin(bounded).admit()
  at = noon(1, 12)
  expect(budgets.state()).toMatchObject({ spent: 0, goesOn: false })
  await budgets.begin(bounded).admit()
})

test('the requests of a running answer count before the ledger has them', async () => {
  const { budgets } = open({ monthlyBudget: 0.05 })
  const run = budgets.begin(bounded)
  await run.admit()
  await expect(run.admit([costing(5000)])).rejects.toMatchObject({ code: 'budgetSpent' })
})

test('a model without a price is asked only if the user leaves it uncounted', async () => {
  const { budgets, setRules } = open({ monthlyBudget: 1 })
  await expect(budgets.begin(unpriced).admit()).rejects.toMatchObject({
    code: 'budgetBlind',
    details: { model: 'unpriced' },
  })
  setRules({ uncounted: [unpriced] })
  await budgets.begin(unpriced).admit()
  // A model on this computer costs nothing, even if the budget is spent.
  setRules({ monthlyBudget: 0.000_001 })
  await budgets.begin(local).admit()
})

test('a request waits for those that could spend the rest', async () => {
  const { budgets, record } = open({ monthlyBudget: 0.15 })
  const first = budgets.begin(bounded)
  await first.admit()
  const second = budgets.begin(bounded)
  await second.admit()
  const third = budgets.begin(bounded)
  let isAdmitted = false
  const waiting = third.admit().then(() => (isAdmitted = true))
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
  expect(isAdmitted).toBe(false)
  record(bounded, [costing(1000)])
  first.end()
  await waiting
  expect(isAdmitted).toBe(true)
})

test('a run that is stopped while it waits leaves nothing claimed', async () => {
  const { budgets, record } = open({ monthlyBudget: 0.15 })
  const first = budgets.begin(bounded)
  await first.admit()
  const second = budgets.begin(bounded)
  await second.admit()
  const stopped = budgets.begin(bounded)
  const waiting = stopped.admit()
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
  stopped.end()
  await waiting
  first.end()
  second.end()
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
  record(bounded, [costing(9000)])
  // It may cost 0.1 dollars of the 0.06 that are left: it begins only if nobody else runs.
  let isAdmitted = false
  const next = budgets.begin(bounded)
  void next.admit().then(() => (isAdmitted = true))
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
  expect(isAdmitted).toBe(true)
})

test('what a run has cost counts once, whenever it ends while another begins', async () => {
  for (let turnsBefore = 0; turnsBefore < 6; turnsBefore += 1) {
    const { budgets, record } = open({ monthlyBudget: 0.05 })
    const first = budgets.begin(bounded)
    await first.admit()
    await first.admit([costing(3000)])
    record(bounded, [costing(0)])
    const second = budgets.begin(bounded).admit()
    for (let turns = 0; turns < turnsBefore; turns += 1) await setImmediate()
    record(bounded, [costing(3000)])
    first.end()
    await second
  }
})

test('requests that wait do not wake each other', async () => {
  let described = 0
  const { budgets } = open({ monthlyBudget: 0.15 }, undefined, () => (described += 1))
  await budgets.begin(bounded).admit()
  await budgets.begin(bounded).admit()
  for (let runs = 0; runs < 3; runs += 1) void budgets.begin(bounded).admit()
  for (let turns = 0; turns < 100; turns += 1) await setImmediate()
  const before = described
  for (let turns = 0; turns < 100; turns += 1) await setImmediate()
  expect(described).toBe(before)
})

test('the news that most is spent come once a month', async () => {
  let at = noon(29)
  const { budgets, record, pricing } = open({ monthlyBudget: 0.1 }, () => at)
  record(bounded, [costing(7900)])
  await pricing.priceAll()
  expect(budgets.takeNews()).toBeUndefined()
  record(bounded, [costing(100)])
  await pricing.priceAll()
  expect(budgets.takeNews()).toMatchObject({ limit: 0.1, spent: 0.08 })
  expect(budgets.takeNews()).toBeUndefined()
  at = noon(2, 12)
  record(bounded, [costing(9000, at)])
  await pricing.priceAll()
  expect(budgets.takeNews()).toMatchObject({ spent: 0.09 })
})

test('the cost of requests before a cheaper one is not forgotten', async () => {
  const { budgets, record, pricing } = open({ monthlyBudget: 0.01 })
  record(cheap, [costing(100_000)])
  await pricing.priceAll()
  await expect(budgets.begin(cheap).admit()).rejects.toMatchObject({ code: 'budgetSpent' })
})

test('whatever runs at once, at most one request goes over the budget', async () => {
  const runs = fc.array(
    fc.array(fc.record({ tokens: fc.integer({ min: 0, max: 10_000 }), wait: fc.nat(4) }), {
      minLength: 1,
      maxLength: 4,
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(runs, fc.integer({ min: 1, max: 60 }), async (asked, cents) => {
      const limit = cents / 100
      const { budgets, record, pricing } = open({ monthlyBudget: limit })
      const answer = async (requests: { tokens: number; wait: number }[]): Promise<void> => {
        const run = budgets.begin(bounded)
        const unsaved: PricedRequest[] = []
        try {
          for (const { tokens, wait } of requests) {
            await run.admit(unsaved)
            for (let turns = 0; turns < wait; turns += 1) await setImmediate()
            unsaved.push(costing(tokens))
          }
        } catch (error) {
          expect(error).toMatchObject({ code: 'budgetSpent' })
        } finally {
          record(bounded, unsaved)
          run.end()
        }
      }
      await Promise.all(asked.map(answer))
      await pricing.priceAll()
      const { spent } = budgets.state()
      expect(spent).toBeLessThan(limit + mostDollars)
      const wanted = asked.flat().reduce((sum, { tokens }) => sum + tokens / 100_000, 0)
      // Nothing is held back that the budget has room for.
      if (wanted < limit) expect(spent).toBeCloseTo(wanted, 9)
    }),
    { numRuns: 60 },
  )
})
