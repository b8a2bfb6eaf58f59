import { z } from 'zod'

/** A check that main asks of the thread. */
export const schemaRequestSchema = z.object({
  /** Names the schema for as long as the thread lives. */
  schemaId: z.number(),
  /** The schema as JSON; null if the thread has it already. */
  schema: z.string().nullable(),
  /** The value as JSON. */
  value: z.string(),
})
export type SchemaRequest = z.infer<typeof schemaRequestSchema>

/** The thread's word that it has started. */
export const readyMessage = 'ready'

/** The thread's answer. */
export const schemaAnswerSchema = z.object({
  outcome: z.enum([
    /** `text` is the fault in the value, or empty. */
    'checked',
    /** The schema is none that can be checked against; `text` says why. */
    'unusable',
    /** The schema refers to another document, which `text` names. */
    'remote',
    /** The check failed; `text` says why. */
    'failed',
  ]),
  text: z.string(),
})
export type SchemaAnswer = z.infer<typeof schemaAnswerSchema>
