import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { providerIdSchema } from '../models.ts'
import { timeSchema } from '../timeSchema.ts'

const count = z.number().int().nonnegative()

/** OpenAI's price for what is above the first gigabyte of an account. */
export const hostedDollarsPerGigabyteAndDay = 0.1

/** The days without use after which a service deletes what it holds for a base. */
export const expiryDays = [7, 30, 90, 365] as const
export const expiryDaysSchema = z.union(expiryDays.map((days) => z.literal(days)))
export type ExpiryDays = (typeof expiryDays)[number]

/** State of the files at a service for a base of the store `openai`. */
export const hostedBaseSchema = z.object({
  providerId: providerIdSchema,
  /** `none` until the first text is there. What has expired is found by words alone. */
  state: z.enum(['none', 'ready', 'expired']),
  files: count,
  usageBytes: count,
  /** The most that it costs; null if the price is unknown. */
  dollarsPerDay: z.number().nonnegative().nullable(),
  expiryDays: expiryDaysSchema,
  expiresAt: timeSchema.nullable(),
  /** The sources that stay on this computer until the user lets them be uploaded. */
  unapproved: count,
  /** Whether what is added later is uploaded without asking. */
  approvesAll: z.boolean(),
})
export type HostedBase = z.infer<typeof hostedBaseSchema>

/** Something at a service that is no longer needed and could not be deleted. */
export const hostedLeftSchema = z.object({
  providerId: providerIdSchema,
  /** The name of its base, which may be gone. */
  baseName: z.string(),
  /** The file's name at the service; null for the vector store itself. */
  name: z.string().nullable(),
  sizeBytes: count,
  error: errorSchema.nullable(),
})
export type HostedLeft = z.infer<typeof hostedLeftSchema>
