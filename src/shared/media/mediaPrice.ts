import { z } from 'zod'

/** An amount of money. A price that nobody knows is null in its place, never 0. */
export const mediaPriceSchema = z.object({
  amount: z.number().nonnegative(),
  /** As the service names it: `USD`. */
  currency: z.string().min(1).max(10),
})
export type MediaPrice = z.infer<typeof mediaPriceSchema>
