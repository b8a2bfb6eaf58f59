import { z } from 'zod'
import { assistantFieldsSchema } from '../../../shared/assistantProfiles.ts'
import { maxCardLength, maxModelIdLength } from '../../../shared/limits.ts'
import type { WorkerTask } from '../../workers/workerTask.ts'

/** A model in a file: the service instead of the user's provider. */
export const serviceModelSchema = z.object({
  service: z.string().max(200),
  id: z.string().min(1).max(maxModelIdLength),
})
export type ServiceModel = z.infer<typeof serviceModelSchema>

const foundAssistantSchema = z.object({
  fields: assistantFieldsSchema,
  /** A wish: the user may not have its service. */
  model: serviceModelSchema.nullable(),
  card: z.string().max(maxCardLength).nullable(),
  /** Parts of the file that are not imported, by their names in it. */
  left: z.array(z.string()),
})
export type FoundAssistant = z.infer<typeof foundAssistantSchema>

const foundSchema = z.object({ found: z.array(foundAssistantSchema), skipped: z.array(z.string()) })
/** Assistants in a file, and the names of entries that are none. */
export type Found = z.infer<typeof foundSchema>

export const readTask = {
  input: z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }),
  output: foundSchema,
} satisfies WorkerTask
