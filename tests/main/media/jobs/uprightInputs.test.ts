import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { decodePicture } from '../../../../src/main/pictures/pixels/decodePicture.ts'
import { createSdApi } from '../../../../src/main/media/sdApi/sdApi.ts'
import { orientationOf } from '../../../../src/main/pictures/sizes/uprightDimensions.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { encodePicture, turnedJpeg } from '../../../fakes/encodePicture.ts'
import { startFakeSdApi } from '../../../fakes/fakeSdApi.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { exact, farness, photoPixels, softMask } from '../../pictures/pixels/testPictures.ts'
import { openTestMedia } from '../testMedia.ts'

test('a photo that its camera turned is sent upright, and its rest is kept exactly', async () => {
  const folder = temporaryFolder()
  const [lying, other] = [
    { width: 128, height: 96 },
    { width: 96, height: 128 },
  ]
  const photo = turnedJpeg(await encodePicture(photoPixels(1, lying), 'image/jpeg'), 6)
  const mask = await softMask(other)
  const store = (bytes: Uint8Array, mediaType: string): MediaInput => {
    const id = createHash('sha256').update(bytes).digest('hex')
    mkdirSync(join(folder, 'files'), { recursive: true })
    writeFileSync(join(folder, 'files', id), bytes)
    return { id, name: 'file', mediaType, sizeBytes: bytes.length, outputId: null }
  }
  const server = await startFakeSdApi(await encodePicture(photoPixels(2, other), 'image/png'))
  onTestFinished(server.close)
  const service = createSdApi({ address: server.origin, fetch: createTransport() })
  const [model] = await service.models(new AbortController().signal, true)
  const media = openTestMedia({ providers: [service], folder })
  const { id } = await media.create(
    { prompt: 'x', image: [store(photo, 'image/jpeg')], mask: [store(mask, 'image/png')] },
    { providerId: service.id, modelId: model!.modelId },
  )
  expect(await media.until(id, 'done', 'failed')).toMatchObject({ state: 'done', error: null })
  const { body } = server.painted[0]!
  expect(body).toMatchObject(other)
  const sent = Buffer.from(String((body['init_images'] as unknown[])[0]), 'base64')
  expect(orientationOf(sent)).toBe(1)
  expect(await decodePicture(sent, pixelWork.codecs)).toMatchObject(other)
  const kept = await media.blobs.read(String(media.outputs(id)[0]?.['file_id']))
  const original = await decodePicture(photo, pixelWork.codecs)
  expect(await farness({ kept, original: original as never, mask })).toEqual(exact)
})
