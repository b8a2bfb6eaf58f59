import type { SystemPreferences } from 'electron'
import { refuse, strict } from './strict.ts'

/** The system asks when Chromium first opens a device. An app can't ask earlier. */
export const systemPreferences = strict('systemPreferences', {
  getMediaAccessStatus: () => {
    // As in Electron, Linux has no such method.
    if (process.platform === 'linux') refuse('systemPreferences.getMediaAccessStatus')
    return 'unknown' as const
  },
  askForMediaAccess: () => {
    if (process.platform !== 'darwin') refuse('systemPreferences.askForMediaAccess')
    return Promise.resolve(true)
  },
} satisfies Partial<SystemPreferences>)
