import { z } from 'zod'
import { event, method, nothing } from './ipc/define.ts'
import { mediaPriceSchema } from './media/mediaPrice.ts'
import { maxBudgetDollars, maxOwnPrices, maxUncountedModels } from './limits.ts'
import { modelIdSchema, modelReferenceSchema, priceSchema, providerIdSchema } from './models.ts'

const count = z.number().int().nonnegative()

/** A month on the user's clock, such as `2026-11`. */
const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** Cost of several requests. An amount that nobody knows is counted, and never taken for 0. */
const spendingSumSchema = z.object({
  /** One a currency, US dollars first. Known and estimated amounts together. */
  amounts: z.array(mediaPriceSchema),
  requests: count,
  /** Requests whose amount is an estimate. */
  estimated: count,
  /** Requests whose amount is unknown. */
  unknown: count,
  /** Tokens as far as services have counted them. */
  inputTokens: count,
  outputTokens: count,
})
export type SpendingSum = z.infer<typeof spendingSumSchema>

const monthSpendingSchema = z.object({
  total: spendingSumSchema,
  /** The days with requests, in order. Each is a date on the user's clock at that time. */
  days: z.array(z.object({ day: z.iso.date(), sum: spendingSumSchema })),
  /** The providers that were asked, each with its models. */
  providers: z.array(
    z.object({
      providerId: providerIdSchema,
      sum: spendingSumSchema,
      models: z.array(z.object({ modelId: modelIdSchema, sum: spendingSumSchema })),
    }),
  ),
  /** The month of the first request of all; null for none. */
  firstMonth: monthSchema.nullable(),
})
export type MonthSpending = z.infer<typeof monthSpendingSchema>

/** The user's price of a model, which stands before the service's. US dollars a million tokens. */
const ownPriceSchema = modelReferenceSchema.extend({
  price: priceSchema,
  /** The price that it replaced; null for none. */
  replaced: priceSchema.nullable(),
})
export type OwnPrice = z.infer<typeof ownPriceSchema>

/** Rules of the user's about money, in the settings file. */
export const spendingRulesSchema = z.object({
  /** US dollars for each month; null for no budget. */
  monthlyBudget: z.number().positive().max(maxBudgetDollars).nullable(),
  /** The month in which the user goes on past the budget; null for none. */
  monthPastBudget: monthSchema.nullable(),
  /** The month in which the user has been told that the budget is nearly spent; null for none. */
  monthTold: monthSchema.nullable(),
  /** Models without a known price that may be asked although the budget can't count them. */
  uncounted: z.array(modelReferenceSchema).max(maxUncountedModels),
  prices: z.array(ownPriceSchema).max(maxOwnPrices),
})
export type SpendingRules = z.infer<typeof spendingRulesSchema>
export const defaultSpendingRules: SpendingRules = {
  monthlyBudget: null,
  monthPastBudget: null,
  monthTold: null,
  uncounted: [],
  prices: [],
}

const budgetSchema = z.object({
  /** US dollars for each month; null for no budget. */
  limit: z.number().positive().nullable(),
  /** US dollars of this month, as far as they are known. */
  spent: z.number().nonnegative(),
  /** Requests of this month whose cost is not known. */
  unknown: count,
  /** Whether the user goes on past the budget in this month. */
  goesOn: z.boolean(),
})
export type Budget = z.infer<typeof budgetSchema>

export const spending = {
  /** Sums up the requests of a month. */
  month: method(z.object({ month: monthSchema }), monthSpendingSchema),
  /** Sums up the requests of an answer, and those of its chat with all its deleted messages. */
  answer: method(
    z.object({ conversationId: z.uuid(), messageId: z.uuid() }),
    z.object({ answer: spendingSumSchema, chat: spendingSumSchema }),
  ),
  /**
   * Asks where to write the requests of a month as CSV, and writes them. `guarded` counts the values
   * that got an apostrophe, because a spreadsheet would run them as formulas. Errors: diskFull,
   * folderReadOnly.
   */
  save: method(z.object({ month: monthSchema }), z.object({ saved: z.boolean(), guarded: count })),
  /** Returns the budget of this month, on the user's clock. */
  budget: method(nothing, budgetSchema),
  /** Sets the budget of each month from now on. Errors: diskFull, folderReadOnly. */
  setBudget: method(budgetSchema.pick({ limit: true }), budgetSchema),
  /** Lets this month go on past its budget, or no longer. Errors: diskFull, folderReadOnly. */
  goOn: method(z.object({ goesOn: z.boolean() }), budgetSchema),
  /**
   * Lets a model without a known price be asked although the budget can't count it. Errors:
   * diskFull, folderReadOnly.
   */
  leaveUncounted: method(modelReferenceSchema, nothing),
  /**
   * Sets the user's own price of a model, or takes it back for null. `since` computes the cost of
   * its requests again from a day on; null leaves the past as it is. Returns how many requests have
   * another cost now. Errors: providerMissing, diskFull, folderReadOnly.
   */
  setPrice: method(
    z.object({
      model: modelReferenceSchema,
      price: priceSchema.nullable(),
      since: z.iso.date().nullable(),
    }),
    z.object({ changed: count }),
  ),
  /** Amounts have been added or have become known, or a rule has changed. */
  changed: event(nothing),
  /** Most of the budget of this month is spent. Said once a month. */
  nearlySpent: event(budgetSchema),
}
