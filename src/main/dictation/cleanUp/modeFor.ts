import type { CleanUpMode, DictationPreferences } from '../../../shared/speech/dictation.ts'

/** Default modes by window class, bundle id or program. */
const knownModes: Record<string, CleanUpMode> = {
  'com.apple.mail': 'mail',
  'com.microsoft.outlook': 'mail',
  evolution: 'mail',
  geary: 'mail',
  'org.gnome.geary': 'mail',
  outlook: 'mail',
  'org.mozilla.thunderbird': 'mail',
  thunderbird: 'mail',
  code: 'code',
  'code-oss': 'code',
  codium: 'code',
  'com.microsoft.vscode': 'code',
  emacs: 'code',
  'jetbrains-idea': 'code',
  'jetbrains-pycharm': 'code',
  'jetbrains-webstorm': 'code',
  vscodium: 'code',
  zed: 'code',
  'com.apple.notes': 'notes',
  joplin: 'notes',
  logseq: 'notes',
  'md.obsidian': 'notes',
  notion: 'notes',
  obsidian: 'notes',
}

/**
 * Returns the mode for an app. If clean-up is off in general, only the user's choices for single
 * apps apply.
 */
export function modeFor(app: string, preferences: DictationPreferences): CleanUpMode {
  const { cleanUp, modes } = preferences
  const chosen = Object.hasOwn(modes, app) ? modes[app] : undefined
  if (chosen) return chosen
  if (cleanUp === 'none') return 'none'
  return (Object.hasOwn(knownModes, app) ? knownModes[app] : undefined) ?? cleanUp
}
