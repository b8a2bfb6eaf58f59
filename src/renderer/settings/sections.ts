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
