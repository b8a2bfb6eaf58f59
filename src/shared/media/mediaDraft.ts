import { z } from 'zod'
import { maxDraftFields, maxDraftTextLength } from '../limits.ts'
import { fieldRoles, mediaInputSchema } from './mediaForm.ts'
import { modelReferenceSchema } from '../models.ts'

/** Content of a form's field as the user has left it, even if it is no valid value yet. */
export const draftEntrySchema = z.object({
  name: z.string().min(1).max(200),
  role: z.enum(fieldRoles).nullable(),
  /** Null for an empty field. Of a choice, the JSON of its option's value. */
  value: z
    .union([z.string().max(maxDraftTextLength), z.boolean(), z.array(mediaInputSchema)])
    .nullable(),
})
export type DraftEntry = z.infer<typeof draftEntrySchema>

/** The form of Media as the user has left it. */
export const mediaDraftSchema = z.object({
  ...modelReferenceSchema.shape,
  /** One for each field. */
  entries: z.array(draftEntrySchema).max(maxDraftFields),
})
export type MediaDraft = z.infer<typeof mediaDraftSchema>
