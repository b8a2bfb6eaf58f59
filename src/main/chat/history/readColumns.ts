import { modelReferenceSchema, type ModelReference } from '../../../shared/models.ts'
import { timeSchema } from '../../../shared/timeSchema.ts'
import type { Row } from '../../storage/connection.ts'

/** Returns a time in milliseconds since 1970, 0 for what is none. */
export function readTime(value: Row[string] | undefined): number {
  return timeSchema.safeParse(value).data ?? 0
}

/** Returns the model of a row with `provider_id` and `model_id`; null without a usable one. */
export function readModel(row: Row): ModelReference | null {
  const { provider_id: providerId, model_id: modelId } = row
  return modelReferenceSchema.safeParse({ providerId, modelId }).data ?? null
}
