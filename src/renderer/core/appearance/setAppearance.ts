import type { Info } from '../../../shared/app.ts'
import type { Preferences } from '../../../shared/settings.ts'

/** Sets what theme.css reads: the platform, the size of the text, and the choices. */
export function setAppearance(info: Info, preferences: Preferences | null | undefined): void {
  const { style, dataset } = document.documentElement
  // The scroll bars of macOS are its own.
  dataset['platform'] = info.platform
  if (!preferences) return
  style.fontSize = `${preferences.fontSize}px`
  Object.assign(dataset, preferences.appearance)
}
