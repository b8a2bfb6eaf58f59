import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { maxQuotedAnswerLength } from './limits.ts'
import { timeSchema } from './timeSchema.ts'

/**
 * The zod schema of WireError. It has its own file so that the renderer can import AppError without
 * zod.
 */
export const errorSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  details: z
    .object({
      status: z.number().optional(),
      requestId: z.string().optional(),
      retryAfterSeconds: z.number().optional(),
      period: z.literal('day').optional(),
      askedAt: z.number().optional(),
      time: timeSchema.optional(),
      provider: z.string().optional(),
      model: z.string().optional(),
      subject: z.string().optional(),
      droppable: z.number().optional(),
      replacement: z.string().optional(),
      came: z.number().optional(),
      asked: z.number().optional(),
      answer: z.string().max(maxQuotedAnswerLength).optional(),
      lastLine: z.string().max(maxQuotedAnswerLength).optional(),
    })
    .optional(),
})
