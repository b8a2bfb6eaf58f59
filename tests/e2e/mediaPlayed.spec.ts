import type { Page } from 'playwright'
import { decodePng } from '../fakes/pngPixels.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

test('videos and a sound are measured, played and scrubbed, and a frame is the next input', async ({
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
    await saveFalKey(page)
    const viewer = page.getByRole('region', { name: 'Viewer' })
    const showGallery = viewer.getByRole('button', { name: 'Back to gallery' })
    const types = ['video/webm', 'video/mp4']
    const recorded = await Promise.all(types.map((type) => recordVideo(page, type)))
    for (const [index, type] of types.entries()) {
      // Files are fetched from public hosts alone.
      results.push({ video: { url: `data:${type};base64,${recorded[index] ?? ''}` } })
      await generateAtFal(page, `a red square as ${type}`)
      await playVideo(page, type)
      await viewer.getByRole('button', { name: 'Use this frame' }).click()
      const input = page.getByRole('img', { name: 'frame.png' }).last()
      await expect(input).toHaveJSProperty('naturalWidth', 128)
      await showGallery.click()
    }

    results.push({ audio: { url: `data:audio/wav;base64,${tone().toString('base64')}` } })
    await generateAtFal(page, 'a tone')
    const tile = page.getByRole('button', { name: 'Sound: a tone' })
    await expect(tile.locator('..')).toContainText('0:02')
    await tile.click()
    const sound = viewer.locator('audio')
    await expect(sound).toHaveJSProperty('duration', 2)
    await scrub(page, 'audio', 1.5)
    await sound.evaluate((element: HTMLAudioElement) => element.play())
    await expect(sound).toHaveJSProperty('paused', false)
  } finally {
    await fal.close()
  }
})

/** Opens a video of the gallery, whose tile shows its poster, its shape and its length. */
async function playVideo(page: Page, type: string): Promise<void> {
  const tile = page.getByRole('button', { name: `Video: a red square as ${type}` })
  await expect.poll(async () => middleOf(await tile.screenshot())).toMatchObject({ isRed: true })
  await expect(tile.locator('..')).toContainText(/0:0[1-9]/)
  const { width = 0, height = 1 } = (await tile.boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(16 / 9, 1)
  await tile.click()
  const viewer = page.getByRole('region', { name: 'Viewer' })
  const video = viewer.locator('video')
  await expect(video).toHaveJSProperty('videoWidth', 128)
  await viewer.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('128 × 72')
  await expect(details).toContainText(/Length0:0[1-9]/)
  await expect(details).toContainText(type)
  await viewer.getByRole('button', { name: 'Details' }).click()
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0.3)
  await scrub(page, 'video', 0.1)
}

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

/**
 * Records a second of a red square, in Base64, as a browser does: a WebM of its names no length, and
 * an MP4 is in fragments.
 */
function recordVideo(page: Page, type: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const canvas = document.createElement('canvas')
    canvas.width = 128
    canvas.height = 72
    const context = canvas.getContext('2d')
    const codecs = ['avc1', 'vp9', 'av01'].map((codec) => `${wanted};codecs=${codec}`)
    const mimeType = codecs.find((each) => MediaRecorder.isTypeSupported(each))
    if (mimeType === undefined) throw new Error(`${wanted} is not recorded here`)
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 30; frame += 1) {
      if (context) context.fillStyle = `rgb(220, ${String(frame)}, 0)`
      context?.fillRect(0, 0, 128, 72)
      await new Promise((resolve) => setTimeout(resolve, 33))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }, type)
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
