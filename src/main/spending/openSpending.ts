import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { AppError } from '../../shared/errors.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import { spending as spendingFeature, type SpendingRules } from '../../shared/spending.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { patient } from '../storage/waitForLock.ts'
import { writeWhole } from '../storage/writeWhole.ts'
import { createBudgets, type PaidRun } from './budget.ts'
import { logLedgerFailures } from './ledger.ts'
import { localMonth } from './localDay.ts'
import { withRule } from './ownPrices.ts'
import { createPricing } from './pricing.ts'
import { sumAnswer, sumChat, sumMonth } from './sums.ts'
import { writeSpending } from './writeSpending.ts'

export interface OpenSpendingOptions {
  /** Describes a model with its price. Errors: providerMissing. */
  describe: (model: ModelReference) => Promise<Model>
  /** Tells whether the last list of a provider's models could be read. */
  hasList: (providerId: string) => boolean
  /** Returns the name of a provider. Errors: providerMissing. */
  nameOf: (providerId: string) => string
  settings: Pick<SettingsStore, 'get' | 'update'>
  /** Tells the windows that models have another price. */
  onPriceChanged: () => void
  /** Asks the user where a file is to be written; null for nowhere. */
  choosePlace: (name: string) => Promise<string | null>
  now?: () => number
}

export interface OpenSpending extends OpenFeature<typeof spendingFeature> {
  /** Looks up the prices of new requests in the background. */
  priceSoon: () => void
  /** Begins requests that the budget may hold back. */
  begin: (model: ModelReference) => PaidRun
  /** Throws if the budget is spent. Errors: budgetSpent. */
  assertLeft: () => void
}

const unlimited: PaidRun = { admit: () => Promise.resolve(), end: () => undefined }

/** Opens the ledger of what requests have cost. The ledger is part of the history. */
export function openSpending(
  { history, log, createBroadcast }: Pick<FeatureContext, 'history' | 'log' | 'createBroadcast'>,
  options: OpenSpendingOptions,
): OpenSpending {
  const { describe, hasList, nameOf, choosePlace, settings, now = Date.now } = options
  const broadcast = createBroadcast('spending', spendingFeature)
  const nameOrId = (providerId: string): string => {
    try {
      return nameOf(providerId)
    } catch (error) {
      if (error instanceof AppError && error.code === 'providerMissing') return providerId
      throw error
    }
  }
  const current = history.add({
    // Before the other features recover what a crash has left, which adds to the ledger.
    recover: (database) => logLedgerFailures(database, log),
    open(database) {
      logLedgerFailures(database, log)
      const pricing = createPricing({
        database,
        describe,
        hasList,
        onPriced() {
          broadcast('changed', {})
          const news = budgets.takeNews()
          if (news) broadcast('nearlySpent', news)
        },
        log,
      })
      const budgets = createBudgets({
        ...{ database, settings, describe, now },
        priceAll: pricing.priceAll,
      })
      const setRules = (rules: Partial<SpendingRules>): void => {
        settings.update({ spending: { ...settings.get().spending, ...rules } })
        broadcast('changed', {})
      }
      const sums = patient({
        month({ month }: { month: string }) {
          // The page hears when amounts have become known.
          void pricing.priceAll()
          return sumMonth(database, month)
        },
        answer: ({ messageId, conversationId }: { messageId: string; conversationId: string }) => ({
          answer: sumAnswer(database, messageId),
          chat: sumChat(database, conversationId),
        }),
      })
      const handlers: FeatureHandlers<typeof spendingFeature> = {
        ...sums,
        ...patient({ budget: async () => budgets.state() }),
        async setBudget({ limit }) {
          setRules({ monthlyBudget: limit, monthPastBudget: null, monthTold: null })
          return budgets.state()
        },
        async goOn({ goesOn }) {
          setRules({ monthPastBudget: goesOn ? localMonth(now()) : null })
          return budgets.state()
        },
        async leaveUncounted(model) {
          const { uncounted } = settings.get().spending
          setRules({ uncounted: withRule(uncounted, model, model) })
          return {}
        },
        async setPrice({ model, price, since }) {
          const { price: listed, listedPrice, hasOwnPrice } = await describe(model)
          const replaced = (hasOwnPrice ? listedPrice : listed) ?? null
          const { prices } = settings.get().spending
          setRules({ prices: withRule(prices, model, price && { ...model, price, replaced }) })
          options.onPriceChanged()
          const changed = since === null ? 0 : await pricing.priceAgain(model, since)
          if (changed > 0) broadcast('changed', {})
          return { changed }
        },
        async save({ month }) {
          const path = await choosePlace(`Parley ${month}.csv`)
          if (path === null) return { saved: false, guarded: 0 }
          await pricing.priceAll()
          let guarded = 0
          const onGuarded = (): void => void (guarded += 1)
          await writeWhole(path, writeSpending(database, month, { nameOf: nameOrId, onGuarded }))
          return { saved: true, guarded }
        },
      }
      return { pricing, budgets, handlers, close: pricing.stop }
    },
  })
  return {
    handlers: () => current()?.handlers,
    priceSoon: () => void current()?.pricing.priceAll(),
    begin: (model) => current()?.budgets.begin(model) ?? unlimited,
    assertLeft: () => current()?.budgets.assertLeft(),
  }
}
