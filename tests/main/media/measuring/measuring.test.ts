import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMeasuring } from '../../../../src/main/media/measuring/createMeasuring.ts'
import { measureOld } from '../../../../src/main/media/measuring/measureOld.ts'
import { createStoreFile } from '../../../../src/main/media/results/storeFile.ts'
import { createBlobs } from '../../../../src/main/storage/blobs.ts'
import { toneWav } from '../../../fakes/fakeVoices.ts'
import { mp3File, videoFile, type VideoFile } from '../../../fakes/mediaFiles.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { FakeService } from '../fakeService.ts'
import { loopback, measureWorker } from '../openMediaParts.ts'
import { openTestMedia } from '../testMedia.ts'

const { signal } = new AbortController()

function openMeasuring() {
  const measuring = createMeasuring(measureWorker)
  onTestFinished(measuring.close)
  return measuring
}

/** Stores a file as that of a result. */
function store(bytes: Uint8Array) {
  const { measure } = openMeasuring()
  const blobs = createBlobs(temporaryFolder())
  return createStoreFile({ blobs, pages: loopback, measure })({ bytes }, signal)
}

test.each<[string, VideoFile, number]>([
  ['an MP4', { format: 'mp4', seconds: 2 }, 2000],
  ['an MP4 that names no length', { format: 'mp4', seconds: 2, isLive: true }, 2000],
  ['a WebM', { format: 'webm', seconds: 2 }, 2000],
  // Nothing in it says how long its last frame is.
  ['a WebM that names no length', { format: 'webm', seconds: 2, isLive: true }, 1900],
])('%s is stored with its size and its length', async (_what, file, durationMilliseconds) => {
  expect(await store(await videoFile(file))).toMatchObject({
    ...{ kind: 'video', mediaType: `video/${file.format}` },
    ...{ width: 320, height: 180, durationMilliseconds },
  })
})

test('a video that is turned is as wide as it is shown', async () => {
  const turned = await videoFile({ format: 'mp4', seconds: 1, rotation: 90 })
  expect(await store(turned)).toMatchObject({ width: 180, height: 320 })
})

test('sound in a file for videos is sound', async () => {
  const sound = await videoFile({ format: 'webm', seconds: 3, hasVideo: false })
  expect(await store(sound)).toMatchObject({
    ...{ kind: 'audio', mediaType: 'audio/webm', width: null, height: null },
    durationMilliseconds: 3000,
  })
})

test.each([
  ['a WAV', toneWav(1500), 1500],
  ['an MP3 that names no length', mp3File(2), 2011],
])('%s is stored with its length', async (_what, bytes, durationMilliseconds) => {
  const stored = await store(bytes)
  expect(stored).toMatchObject({ kind: 'audio', width: null, durationMilliseconds })
})

test('a file that breaks off is stored without a length', async () => {
  const whole = await videoFile({ format: 'mp4', seconds: 2 })
  expect(await store(whole.subarray(0, 60))).toMatchObject({
    ...{ kind: 'video', sizeBytes: 60 },
    ...{ width: null, height: null, durationMilliseconds: null },
  })
})

test('a file that says it has a thousand million frames measures nothing, and the next one well', async () => {
  const folder = temporaryFolder()
  const { measure } = openMeasuring()
  const hostile = await videoFile({ format: 'mp4', seconds: 2 })
  const durations = hostile.indexOf('stts') + 8
  hostile.writeUInt32BE(0, hostile.indexOf('mvhd') + 20)
  hostile.writeUInt32BE(0, hostile.indexOf('tkhd') + 24)
  hostile.writeUInt32BE(0, hostile.indexOf('mdhd') + 20)
  hostile.writeUInt32BE(1_000_000_000, durations)
  writeFileSync(join(folder, 'hostile'), hostile)
  writeFileSync(join(folder, 'good'), toneWav(1000))
  expect((await measure(join(folder, 'hostile'), signal))?.durationMilliseconds ?? null).toBe(null)
  expect(await measure(join(folder, 'good'), signal)).toMatchObject({ durationMilliseconds: 1000 })
})

test('what an earlier version has stored is measured later', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.queueing()] })
  const { id } = await media.create({ prompt: 'fox' })
  await media.until(id, 'done')
  const { blobs, database } = media
  const writer = await blobs.create()
  await writer.append(await videoFile({ format: 'webm', seconds: 2, isLive: true }))
  const { id: fileId } = await writer.finish()
  database.run(
    `UPDATE media_output SET kind = 'video', file_id = ?, width = NULL, height = NULL`,
    fileId,
  )
  await measureOld(media.media.context, openMeasuring().measure)
  expect(media.outputs(id)).toMatchObject([
    { width: 320, height: 180, duration_milliseconds: 1900 },
  ])
})
