import type { SystemPreferences } from 'electron'
import { refuse, strict } from './strict.ts'

/** On macOS the system asks for Chromium when it first opens a device; nobody can ask before. */
export const systemPreferences = strict('systemPreferences', {
  getMediaAccessStatus: () => {
    if (process.platform !== 'darwin') refuse('systemPreferences.getMediaAccessStatus')
    return 'unknown' as const
  },
  askForMediaAccess: () => {
    if (process.platform !== 'darwin') refuse('systemPreferences.askForMediaAccess')
    return Promise.resolve(true)
  },
} satisfies Partial<SystemPreferences>)
