import type { ModelReference } from '../../shared/models.ts'
import { maxRecentModels } from '../../shared/limits.ts'
import type { SettingsStore } from './settingsStore.ts'

/**
 * Moves the model to the front of the recent ones. Ignores a settings file that can't be written.
 */
export function rememberModel(
  settings: SettingsStore,
  { providerId, modelId }: ModelReference,
): void {
  const { recentModels } = settings.get()
  const [latest] = recentModels
  if (latest?.providerId === providerId && latest.modelId === modelId) return
  const others = recentModels.filter(
    (model) => model.providerId !== providerId || model.modelId !== modelId,
  )
  try {
    settings.update({
      recentModels: [{ providerId, modelId }, ...others].slice(0, maxRecentModels),
    })
  } catch {
    // If the disk is full, sending the message reports that already.
  }
}
