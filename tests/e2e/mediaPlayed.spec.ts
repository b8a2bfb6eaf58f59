import type { Page } from 'playwright'
import { decodePng } from '../../src/main/media/pixels/pngPixels.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

test('a video and a sound are played and scrubbed, and a frame is the next input', async ({
  start,
}) => {
  const results: object[] = []
  const fal = await startFakeFal({
    result(response) {
      sendJson(response, 200, results.shift())
      return true
    },
  })
  try {
    const { page } = await start({ settings: falSettings(fal) })
    // Files are fetched from public hosts alone.
    results.push({ video: { url: `data:video/webm;base64,${await recordVideo(page)}` } })
    results.push({ audio: { url: `data:audio/wav;base64,${tone().toString('base64')}` } })
    await saveFalKey(page)
    await generateAtFal(page, 'a red square')
    const tile = page.getByRole('button', { name: 'Video: a red square' })
    await expect.poll(async () => middleOf(await tile.screenshot())).toMatchObject({ isRed: true })
    await tile.click()
    const viewer = page.getByRole('region', { name: 'Viewer' })
    const video = viewer.locator('video')
    await expect(video).toHaveJSProperty('videoWidth', 64)
    await video.evaluate((element: HTMLVideoElement) => element.play())
    await expect
      .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
      .toBeGreaterThan(0.3)
    await scrub(page, 'video', 0.1)
    await viewer.getByRole('button', { name: 'Use this frame' }).click()
    const inputs = page.getByRole('img', { name: 'frame.png' })
    await expect(inputs).toHaveJSProperty('naturalWidth', 64)

    await page.getByRole('button', { name: 'Generate' }).click()
    await viewer.getByRole('button', { name: 'Back to gallery' }).click()
    await page.getByRole('button', { name: 'Sound: a red square' }).click()
    const sound = viewer.locator('audio')
    await expect(sound).toHaveJSProperty('duration', 2)
    await scrub(page, 'audio', 1.5)
    await sound.evaluate((element: HTMLAudioElement) => element.play())
    await expect(sound).toHaveJSProperty('paused', false)
  } finally {
    await fal.close()
  }
})

/** Moves what plays to a time, and waits until it is there. */
async function scrub(page: Page, tag: 'audio' | 'video', seconds: number): Promise<void> {
  await page.locator(tag).evaluate(async (element: HTMLMediaElement, to) => {
    element.pause()
    const there = new Promise((resolve) => element.addEventListener('seeked', resolve))
    element.currentTime = to
    await there
  }, seconds)
  await expect(page.locator(tag)).toHaveJSProperty('currentTime', seconds)
}

/** Records a second of a red square as WebM, in Base64, as a browser does: it names no duration. */
function recordVideo(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 30; frame += 1) {
      if (context) context.fillStyle = `rgb(220, ${String(frame)}, 0)`
      context?.fillRect(0, 0, 64, 64)
      await new Promise((resolve) => setTimeout(resolve, 33))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
}

/** Returns two seconds of a tone as a WAV file: 8,000 samples a second of 8 bits. */
function tone(): Buffer {
  const rate = 8000
  const samples = Buffer.from(
    Array.from({ length: rate * 2 }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

async function middleOf(png: Buffer): Promise<{ isRed: boolean }> {
  const { width, height, data } = await decodePng(png)
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  return { isRed: red > 150 && green < 90 && blue < 90 }
}
