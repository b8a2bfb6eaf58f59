import { z } from 'zod'
import { errorSchema } from '../../shared/errorSchema.ts'

/** The objects that a thread offers, by name. Their methods take and return what can be cloned. */
export type Services = Record<string, object>

/** An object in another thread: every method answers later. An AbortSignal may be the last argument. */
export type Remote<Service> = {
  [Name in keyof Service]: Service[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never
}

/** Message from the caller to the thread. */
export const callMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    id: z.number(),
    service: z.string(),
    method: z.string(),
    given: z.array(z.unknown()),
    /** True if the method's next argument is a signal. */
    hasSignal: z.boolean(),
  }),
  z.object({ kind: z.literal('abort'), id: z.number() }),
  z.object({ kind: z.literal('close') }),
])
export type CallMessage = z.input<typeof callMessageSchema>

/** Answer of the thread. */
export const answerMessageSchema = z.object({
  id: z.number(),
  value: z.unknown().optional(),
  error: errorSchema.optional(),
  /** The stack of an unexpected error, for the log. */
  detail: z.string().optional(),
})
export type AnswerMessage = z.input<typeof answerMessageSchema>
