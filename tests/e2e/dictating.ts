import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright'
import { defaultSpeechPreferences } from '../../src/shared/speech.ts'
import { defaultDictationPreferences } from '../../src/shared/dictation.ts'
import { providerAt, type LaunchOptions, type Parley } from './launch.ts'
import { microphoneOf } from './microphone.ts'
import { expect } from './parley.ts'

export type Start = (options: LaunchOptions) => Promise<Parley>

interface Dictating {
  /** The address of the transcription server. */
  origin: string
  /** What the microphone hears, once. */
  sound: string
  dictation?: Record<string, unknown>
  settings?: Record<string, unknown>
}

/** Starts Parley with a microphone that hears the sentence, and with its hotkeys set. */
export async function startDictating(
  start: Start,
  { origin, sound, dictation = {}, settings = {} }: Dictating,
) {
  const parley = await start({
    settings: {
      providers: [providerAt(origin)],
      speech: {
        ...defaultSpeechPreferences,
        language: 'en-US',
        engine: { providerId: 'fake', modelId: 'whisper-1' },
      },
      dictation: {
        ...defaultDictationPreferences,
        hotkeys: { toggle: 'CmdOrCtrl+Alt+D', hold: null, readSelection: null },
        sounds: false,
        ...dictation,
      },
      ...settings,
    },
    switches: microphoneOf(sound),
  })
  return { parley, overlay: await overlayOf(parley.app) }
}

export async function overlayOf(app: ElectronApplication): Promise<Page> {
  await expect.poll(() => app.windows().some(isOverlay)).toBe(true)
  const overlay = app.windows().find(isOverlay)!
  await overlay.waitForFunction(() => document.documentElement.lang !== '' && 'bridge' in window)
  // The window opens out of sight and gives back the focus that Chromium takes for it.
  await delay(1500)
  return overlay
}

function isOverlay(page: Page): boolean {
  return page.url().includes('dictation/overlay.html')
}

/** Waits for a status that is shown for a second; `expect` may look only once in that time. */
export function sees(overlay: Page, name: string): Promise<void> {
  return status(overlay, name).waitFor()
}

export function status(overlay: Page, name: string) {
  return overlay.getByRole('region', { name: 'Dictation' }).getByText(name, { exact: true })
}

/** Waits until the overlay listens and sound arrives. */
export async function hears(overlay: Page): Promise<void> {
  await expect(status(overlay, 'Listening')).toBeVisible()
  await expect(overlay.getByRole('meter')).not.toHaveAttribute('aria-valuenow', '0')
}
