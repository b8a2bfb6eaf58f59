import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { runTask } from '../workers/runTask.ts'
import { calculationTask, maxExpressionLength } from './calculationTask.ts'
import { consentFor, type OwnTool } from './ownTool.ts'
import { parametersOf } from './parametersOf.ts'

const threadLimits = { megabytes: 192, answerBytes: 100_000 }

const inputSchema = z.object({
  expression: z
    .string()
    .min(1)
    .max(maxExpressionLength)
    .describe('Such as 2 * sqrt(3), 5 inch to cm, det([1, 2; 3, 4]), or x = 3; x^2'),
})

/** Returns the tool that calculates, with units, fractions, matrices and complex numbers. */
export const calculate: OwnTool = (policy, { workers, calculationMilliseconds = 10_000 }) => ({
  name: 'calculate',
  title: 'Calculate',
  description: 'Calculates an expression exactly, in the language of math.js.',
  parameters: parametersOf(inputSchema),
  effect: 'read',
  consent: () => consentFor(policy),
  async run(input, _context, signal) {
    const { expression } = inputSchema.parse(input)
    try {
      const { text } = await runTask(
        workers.calculate,
        calculationTask,
        { expression },
        {
          limits: { ...threadLimits, milliseconds: calculationMilliseconds },
          subject: 'calculate',
          signal,
        },
      )
      return { parts: [{ type: 'text', text }] }
    } catch (error) {
      const isHeavy = error instanceof AppError && error.code === 'tooHeavy'
      throw isHeavy ? new Error('This takes too long to calculate.', { cause: error }) : error
    }
  },
})
