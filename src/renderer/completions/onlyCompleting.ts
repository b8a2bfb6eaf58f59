import type { Model, ModelReference } from '../../shared/models.ts'
import { sameModel } from '../core/store.ts'

/**
 * Returns the listed model that most certainly only continues texts: the last that has refused to
 * chat, else the first of which its server or Parley's tables say so. Undefined if there is none.
 */
export function findOnlyCompleting(
  models: readonly Model[],
  refusedChats: readonly ModelReference[],
): ModelReference | undefined {
  const refused = refusedChats.find((one) => models.some((model) => sameModel(model, one)))
  const found = refused ?? models.find(({ onlyCompletes }) => onlyCompletes === true)
  return found && { providerId: found.providerId, modelId: found.modelId }
}
