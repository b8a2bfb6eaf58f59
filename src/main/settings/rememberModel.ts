import type { ModelReference } from '../../shared/models.ts'
import { recentModelsMaximum } from '../../shared/settings.ts'
import type { SettingsStore } from './settingsStore.ts'

/** Puts the model first among the recent ones; a settings file that can't be written is no matter. */
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
      recentModels: [{ providerId, modelId }, ...others].slice(0, recentModelsMaximum),
    })
  } catch {
    // The disk is full, which the message that was just sent tells on its own.
  }
}
