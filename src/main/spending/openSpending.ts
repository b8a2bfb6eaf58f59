import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { AppError } from '../../shared/errors.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import { spending as spendingFeature } from '../../shared/spending.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { patient } from '../storage/waitForLock.ts'
import { writeWhole } from '../storage/writeWhole.ts'
import { logLedgerFailures } from './ledger.ts'
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
  /** Asks the user where a file is to be written; null for nowhere. */
  choosePlace: (name: string) => Promise<string | null>
}

export interface OpenSpending extends OpenFeature<typeof spendingFeature> {
  /** Looks up the prices of new requests in the background. */
  priceSoon: () => void
}

/** Opens the ledger of what requests have cost. The ledger is part of the history. */
export function openSpending(
  { history, log, createBroadcast }: Pick<FeatureContext, 'history' | 'log' | 'createBroadcast'>,
  { describe, hasList, nameOf, choosePlace }: OpenSpendingOptions,
): OpenSpending {
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
        onPriced: () => broadcast('changed', {}),
        log,
      })
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
      return { pricing, handlers, close: pricing.stop }
    },
  })
  return {
    handlers: () => current()?.handlers,
    priceSoon: () => void current()?.pricing.priceAll(),
  }
}
