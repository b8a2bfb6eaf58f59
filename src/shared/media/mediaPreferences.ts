import { z } from 'zod'
import { modelReferenceSchema } from '../models.ts'

export const mediaPreferencesSchema = z.object({
  /** The price of one request in US dollars above which Parley asks; null for never. */
  askAbove: z.number().nonnegative().nullable(),
  /** Whether models in a chat may have pictures made. */
  chatTool: z.boolean(),
  /** The model that makes them; null for that of the last picture. */
  chatModel: modelReferenceSchema.nullable(),
  /** Whether results are deleted at fal once they are stored here. */
  deleteAtFal: z.boolean(),
})
export type MediaPreferences = z.infer<typeof mediaPreferencesSchema>

export const defaultMediaPreferences: MediaPreferences = {
  askAbove: 0.5,
  chatTool: true,
  chatModel: null,
  deleteAtFal: false,
}
