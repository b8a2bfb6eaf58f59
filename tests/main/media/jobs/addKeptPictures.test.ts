import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { decodePicture } from '../../../../src/main/pictures/pixels/decodePicture.ts'
import { createSdApi } from '../../../../src/main/media/sdApi/sdApi.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { encodePicture } from '../../../fakes/encodePicture.ts'
import { startFakeSdApi } from '../../../fakes/fakeSdApi.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { exact, farness, photoPixels, softMask } from '../../pictures/pixels/testPictures.ts'
import { openTestMedia } from '../testMedia.ts'

test('at a service that keeps no results, what is here after a kill is enough', async () => {
  const folder = temporaryFolder()
  const [original, result, mask] = await Promise.all([
    encodePicture(photoPixels(1), 'image/webp'),
    encodePicture(photoPixels(2), 'image/png'),
    softMask(),
  ])
  const store = (bytes: Uint8Array, mediaType: string): MediaInput => {
    const id = createHash('sha256').update(bytes).digest('hex')
    mkdirSync(join(folder, 'files'), { recursive: true })
    writeFileSync(join(folder, 'files', id), bytes)
    return { id, name: 'file', mediaType, sizeBytes: bytes.length, outputId: null }
  }
  const server = await startFakeSdApi(result)
  onTestFinished(server.close)
  const service = createSdApi({ address: server.origin, fetch: createTransport() })
  const [model] = await service.models(new AbortController().signal, true)
  const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>()
  const first = openTestMedia({
    ...{ providers: [service], folder },
    onOutput() {
      first.crash()
      tellWritten()
    },
  })
  const { id } = await first.create(
    {
      prompt: 'x',
      image: [store(original, 'image/webp')],
      mask: [store(mask, 'image/png')],
    },
    { providerId: service.id, modelId: model!.modelId },
  )
  await written
  const again = openTestMedia({ providers: [service], folder })
  expect(await again.until(id, 'done', 'failed', 'lost')).toMatchObject({
    ...{ state: 'done', error: null },
  })
  const rows = again.outputs(id)
  expect(rows.map((row) => row['ordinal'])).toEqual([0, 1])
  const kept = await again.blobs.read(String(rows[0]?.['file_id']))
  const before = await decodePicture(original, pixelWork.codecs)
  expect(await farness({ kept, original: before as never, mask })).toEqual(exact)
  expect(server.painted).toHaveLength(1)
})
