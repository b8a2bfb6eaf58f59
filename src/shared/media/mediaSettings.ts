import { z } from 'zod'
import { formValuesSchema } from './mediaForm.ts'

const text = z.string().max(100_000)

/** The settings of a picture, as its file carries them. */
export const savedSettingsSchema = z.object({
  prompt: text,
  negativePrompt: text.nullable().default(null),
  /** The model's id, and the service that ran it. */
  modelId: z.string().max(1000).nullable().default(null),
  providerId: z.string().max(1000).nullable().default(null),
  seed: z.number().nullable().default(null),
  width: z.number().int().positive().nullable().default(null),
  height: z.number().int().positive().nullable().default(null),
  steps: z.number().nullable().default(null),
  guidance: z.number().nullable().default(null),
  /** The values of the form, without its files. */
  values: formValuesSchema.default({}),
})
export type SavedSettings = z.infer<typeof savedSettingsSchema>
