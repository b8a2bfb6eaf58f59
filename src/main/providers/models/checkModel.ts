import { AppError, toWire } from '../../../shared/errors.ts'
import type { ModelCheck } from '../../../shared/providers.ts'
import type { Model } from '../../../shared/models.ts'
import { nearestIds } from './nearestIds.ts'

export interface CheckModelOptions {
  modelId: string
  /** Asks the service for one model. Errors: as `Provider.findModel`. */
  find: (modelId: string) => Promise<Model>
  /** Returns the ids that the service itself lists; none if it can't be asked. */
  listIds: () => Promise<readonly string[]>
}

/** Checks a model's id that the user typed. Never rejects: what can't be checked may be right. */
export async function checkModel({
  modelId,
  find,
  listIds,
}: CheckModelOptions): Promise<ModelCheck> {
  try {
    return { outcome: 'found', model: await find(modelId) }
  } catch (error) {
    if (!isMissing(error)) return { outcome: 'unchecked', error: toWire(error) }
    const listed = (await listIds()).filter((id) => id !== modelId)
    const [sample] = listed
    // Many servers lack the request, and answer so for each of their models.
    const tellsModels = sample !== undefined && (await find(sample).then(Boolean, () => false))
    if (!tellsModels) return { outcome: 'unchecked', error: null }
    return { outcome: 'missing', nearest: nearestIds(modelId, listed) }
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return error.code === 'modelNotFound' || error.details.status === 404
}
