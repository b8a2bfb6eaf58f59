import { atom } from 'jotai'
import { placeAtom, store } from './store.ts'

/** The sections of the settings, in the order shown. */
export const settingsSections = [
  'general',
  'providers',
  'voice',
  'dictation',
  'shortcuts',
  'about',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** The section to show, and the setting in it that gets the focus. */
export interface SettingsTarget {
  section: SettingsSection
  /** An id of settings/settingsTable.ts. */
  setting?: string
  providerId?: string
  /** A field of the provider: see providers/fieldNames.ts. */
  field?: string
}

export const settingsTargetAtom = atom<SettingsTarget>({ section: 'general' })

/** Opens a section of the settings, at a provider's row if one is named. */
export function openSettings(section: SettingsSection = 'general', providerId?: string): void {
  showSettings(providerId ? { section, providerId } : { section })
}

/** Opens the settings at a setting, or at a provider's field. */
export function showSettings(target: SettingsTarget): void {
  store.set(settingsTargetAtom, target)
  store.set(placeAtom, 'settings')
}
