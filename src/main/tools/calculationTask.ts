import { z } from 'zod'

export const maxExpressionLength = 2000

/** Calculates an expression, in a thread: a model's expression may never end. */
export const calculationTask = {
  input: z.object({ expression: z.string().max(maxExpressionLength) }),
  output: z.object({ text: z.string() }),
}
