import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { bytesPerSample, sampleRate } from '../../src/shared/speech/audio.ts'
import type { LaunchOptions, Parley } from './launch.ts'
import { microphoneOf } from './microphone.ts'
import { dictatingSettings, overlayOf } from './overlay.ts'
import { expect } from './parley.ts'

export type Start = (options: LaunchOptions) => Promise<Parley>

interface Dictating {
  /** The address of the transcription server. */
  origin: string
  /** Sound that the microphone records, once. */
  sound: string
  dictation?: Record<string, unknown>
  settings?: Record<string, unknown>
}

/** Starts Parley with a microphone that hears the sentence, and with its hotkeys set. */
export async function startDictating(
  start: Start,
  { origin, sound, dictation = {}, settings = {} }: Dictating,
) {
  const hotkeys = { toggle: 'CmdOrCtrl+Alt+D', hold: null, readSelection: null }
  const parley = await start({
    settings: { ...dictatingSettings(origin, { hotkeys, ...dictation }), ...settings },
    switches: microphoneOf(sound),
  })
  return { parley, overlay: await overlayOf(parley.app) }
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

interface HistoryRow {
  id: string
  state: string
  samples: number
}

export function recordings(page: Page): Promise<HistoryRow[]> {
  return page.evaluate(async () => {
    const reply = await window.bridge.call('speech.list', { before: null, limit: 10 })
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.value as HistoryRow[]
  })
}

/** Waits until the recording under way holds this much sound on disk. */
export async function records({ page, folder }: Parley, seconds: number): Promise<void> {
  const recorded = async (): Promise<number> => {
    const [newest] = await recordings(page)
    if (newest?.state !== 'recording') return 0
    const files = join(folder, 'recordings')
    const name = readdirSync(files).find((each) => each.startsWith(newest.id))
    return name ? statSync(join(files, name)).size / bytesPerSample / sampleRate : 0
  }
  await expect.poll(recorded, { intervals: [100] }).toBeGreaterThanOrEqual(seconds)
}

/** Ends the microphone's sound, as the system does when it is unplugged. */
export function unplugMicrophone(page: Page): Promise<void> {
  return page.evaluate(() => window.unplug())
}

/** Lets `unplugMicrophone` reach the microphone that the page opens next. */
export function followMicrophone(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      window.unplug = () => {
        for (const track of stream.getTracks()) {
          track.stop()
          track.dispatchEvent(new Event('ended'))
        }
      }
      return stream
    }
  })
}

declare global {
  interface Window {
    unplug: () => void
  }
}
