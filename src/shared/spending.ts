import { z } from 'zod'
import { event, method, nothing } from './ipc/define.ts'
import { mediaPriceSchema } from './media/mediaPrice.ts'
import { modelIdSchema, providerIdSchema } from './models.ts'

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
  /** Amounts have been added or have become known. */
  changed: event(nothing),
}
