import type { Preferences } from '../../shared/settings.ts'

/** Tells whether the user has not chosen a model yet, so that the page shows the ways to start. */
export function hasUsedNoModel(preferences: Preferences | null | undefined): boolean {
  const { defaultModel = null, recentModels = [] } = preferences ?? {}
  return defaultModel === null && recentModels.length === 0
}
