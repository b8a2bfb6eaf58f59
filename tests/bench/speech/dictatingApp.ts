import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import { defaultSpeechPreferences } from '../../../src/shared/speech.ts'
import { defaultDictationPreferences } from '../../../src/shared/dictation.ts'
import { launch, providerAt, type Parley } from '../../e2e/launch.ts'
import { microphoneOf } from '../../e2e/microphone.ts'

/** The key held down to talk. */
export const holdKey = 'F9'

export interface DictatingApp extends Parley {
  overlay: Page
}

/** Starts Parley with a file as the microphone and with its overlay ready. */
export async function launchDictating(origin: string, soundFile: string): Promise<DictatingApp> {
  const app = await launch({
    settings: {
      providers: [providerAt(origin)],
      speech: {
        ...defaultSpeechPreferences,
        language: 'en-US',
        engine: { providerId: 'fake', modelId: 'whisper-1' },
      },
      dictation: {
        ...defaultDictationPreferences,
        hotkeys: { toggle: null, hold: holdKey, readSelection: null },
        sounds: false,
      },
    },
    switches: microphoneOf(soundFile),
  })
  await app.composer.waitFor()
  const isOverlay = (page: Page): boolean => page.url().includes('dictation/overlay.html')
  const overlay =
    app.app.windows().find(isOverlay) ?? (await app.app.waitForEvent('window', isOverlay))
  await overlay.waitForFunction(() => document.documentElement.lang !== '')
  // The window is created hidden, and returns the focus that Chromium takes for it.
  await delay(1500)
  return {
    ...app,
    overlay,
    close: async () => {
      await app.close()
      rmSync(app.folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
