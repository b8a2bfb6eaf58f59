import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright'
import { defaultDictationPreferences } from '../../src/shared/speech/dictation.ts'
import { defaultSpeechPreferences } from '../../src/shared/speech/speech.ts'
import { providerAt } from './launch.ts'

/** Returns settings with a server that transcribes, and with these preferences for dictation. */
export function dictatingSettings(
  origin: string,
  dictation: Record<string, unknown>,
): Record<string, unknown> {
  return {
    providers: [providerAt(origin)],
    speech: {
      ...defaultSpeechPreferences,
      language: 'en-US',
      engine: { providerId: 'fake', modelId: 'whisper-1' },
    },
    dictation: { ...defaultDictationPreferences, sounds: false, ...dictation },
  }
}

/** Waits for the window of the dictation, which opens out of sight at the start. */
export async function overlayOf(app: ElectronApplication): Promise<Page> {
  const isOverlay = (page: Page): boolean => page.url().includes('dictation/overlay.html')
  // A window has no address yet when Playwright reports it.
  let overlay = app.windows().find(isOverlay)
  for (; !overlay; overlay = app.windows().find(isOverlay)) await delay(50)
  await overlay.waitForFunction(() => document.documentElement.lang !== '' && 'bridge' in window)
  // It gives back the focus that Chromium takes for it.
  await delay(1500)
  return overlay
}
