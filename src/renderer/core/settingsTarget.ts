import { atom } from 'jotai'
import { placeAtom, store } from './store.ts'

/** The parts of the settings, in the order in which they are listed. */
export const settingsSections = [
  'general',
  'providers',
  'voice',
  'dictation',
  'shortcuts',
  'about',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** What of the settings is shown, and what in it is to be brought into view, with the focus. */
export interface SettingsTarget {
  section: SettingsSection
  /** An id of settings/settingsTable.ts. */
  setting?: string
  providerId?: string
  /** Of the provider: see providers/cardFields.ts. */
  field?: string
}

export const settingsTargetAtom = atom<SettingsTarget>({ section: 'general' })

/** Opens a section of the settings, at a provider's card if one is named. */
export function openSettings(section: SettingsSection = 'general', providerId?: string): void {
  showSettings(providerId ? { section, providerId } : { section })
}

/** Opens the settings at one of them, or at a field of a provider. */
export function showSettings(target: SettingsTarget): void {
  store.set(settingsTargetAtom, target)
  store.set(placeAtom, 'settings')
}
