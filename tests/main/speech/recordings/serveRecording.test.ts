import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRecordingFiles } from '../../../../src/main/speech/recordings/recordingFiles.ts'
import { serveRecording } from '../../../../src/main/speech/recordings/serveRecording.ts'
import { detectMediaType } from '../../../../src/main/pictures/files/mediaType.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { sound } from '../testSpeech.ts'

async function store() {
  const files = createRecordingFiles(temporaryFolder())
  const id = randomUUID()
  const writer = await files.create(id)
  await writer.append(0, sound(0.5))
  return { files, id, writer }
}

const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer())

test('a recording is served as WAV, also while it runs', async () => {
  const { files, id, writer } = await store()
  const response = await serveRecording(files, id, null)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('audio/wav')
  const bytes = await bytesOf(response)
  expect(bytes.length).toBe(44 + 16_000)
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  expect(await detectMediaType(bytes, '')).toBe('audio/wav')
  expect(bytes.readUInt32LE(40)).toBe(16_000)
  expect(bytes.subarray(44)).toEqual(Buffer.from(sound(0.5)))
  await writer.append(8000, sound(0.5))
  expect((await bytesOf(await serveRecording(files, id, null))).readUInt32LE(40)).toBe(32_000)
  await writer.close()
})

test.each([
  ['bytes=0-', 0, 16_044],
  ['bytes=0-3', 0, 4],
  ['bytes=40-47', 40, 48],
  ['bytes=44-', 44, 16_044],
  ['bytes=100-199', 100, 200],
  ['bytes=-10', 16_034, 16_044],
])('the part %s of it', async (range, start, end) => {
  const { files, id, writer } = await store()
  const whole = await bytesOf(await serveRecording(files, id, null))
  const response = await serveRecording(files, id, range)
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(
    `bytes ${String(start)}-${String(end - 1)}/16044`,
  )
  expect(await bytesOf(response)).toEqual(whole.subarray(start, end))
  await writer.close()
})

test('beyond the end and for what is not there', async () => {
  const { files, id, writer } = await store()
  expect((await serveRecording(files, id, 'bytes=16044-')).status).toBe(416)
  expect((await serveRecording(files, randomUUID(), null)).status).toBe(404)
  await writer.close()
})
