import type { Page } from 'playwright'
import { discard, launch, type Parley } from '../../e2e/launch.ts'
import { microphoneOf } from '../../e2e/microphone.ts'
import { dictatingSettings, overlayOf } from '../../e2e/overlay.ts'

/** The key held down to talk. */
export const holdKey = 'F9'

export interface DictatingApp extends Parley {
  overlay: Page
}

/** Starts Parley with a file as the microphone and with its overlay ready. */
export async function launchDictating(origin: string, soundFile: string): Promise<DictatingApp> {
  const hotkeys = { toggle: null, hold: holdKey, readSelection: null }
  const app = await launch({
    settings: dictatingSettings(origin, { hotkeys }),
    switches: microphoneOf(soundFile),
  })
  await app.composer.waitFor()
  const overlay = await overlayOf(app.app)
  return {
    ...app,
    overlay,
    close: () => discard(app),
  }
}
