import type { SystemPreferences } from 'electron'
import { refuse, strict } from './strict.ts'

/** On macOS the system asks when Chromium first opens a device. An app can't ask earlier. */
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
