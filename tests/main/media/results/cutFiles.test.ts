import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProducedFile } from '../../../../src/main/media/mediaProvider.ts'
import { readOutputsOf } from '../../../../src/main/media/outputs/outputRow.ts'
import { createSdApi } from '../../../../src/main/media/sdApi/sdApi.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { startFakeSdApi } from '../../../fakes/fakeSdApi.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { FakeService } from '../fakeService.ts'
import { noise, softMask } from '../../pictures/pixels/testPictures.ts'
import { openTestMedia } from '../testMedia.ts'

const whole = noise(1)
const halfOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2)

/** Gives each answer once, the last one for ever, and ends it by closing the connection. */
async function serve(...answers: Uint8Array[]) {
  let asked = 0
  const server = createServer((request, response) => {
    const bytes = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    // Nothing in such an answer tells that it is cut.
    response.useChunkedEncodingByDefault = false
    response.shouldKeepAlive = false
    response.writeHead(200, { 'content-type': 'image/png', connection: 'close' })
    response.end(bytes)
    request.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}/file`, asked: () => asked }
}

/** Runs a job with these files, and returns it with its outputs. */
async function collect(...files: ProducedFile[]) {
  const service = new FakeService()
  service.result = () => ({ files, price: null })
  const media = openTestMedia({ providers: [service.queueing()] })
  const { id } = await media.create({ prompt: 'x' })
  const { state, error } = await media.until(id, ...finalMediaStates)
  const outputs = readOutputsOf(media.database, id)
  const shown = outputs[0]!
  return { media, state, error, outputs, shown }
}

test('a cut file is kept as it came, marked, and told at its job', async () => {
  const bytes = halfOf(await whole)
  const { media, state, error, outputs, shown } = await collect({ bytes })
  expect({ state, code: error?.code }).toEqual({ state: 'done', code: 'mediaCut' })
  expect(outputs).toHaveLength(1)
  expect(shown).toMatchObject({ cut: true, sizeBytes: bytes.length })
  expect(Buffer.from(await media.blobs.read(shown.fileId))).toEqual(Buffer.from(bytes))
})

test('a whole one is not', async () => {
  const { state, error, shown } = await collect({ bytes: await whole })
  expect({ state, error, cut: shown.cut }).toEqual({ state: 'done', error: null, cut: false })
})

test('one that can be fetched again is, once', async () => {
  const server = await serve(halfOf(await whole), await whole)
  const { error, shown } = await collect({ url: server.url })
  expect({ error, cut: shown.cut }).toEqual({ error: null, cut: false })
  expect(server.asked()).toBe(2)
})

test('one that is cut again is kept', async () => {
  const server = await serve(halfOf(await whole))
  const { error, shown } = await collect({ url: server.url })
  expect({ code: error?.code, cut: shown.cut }).toEqual({ code: 'mediaCut', cut: true })
  expect(server.asked()).toBe(2)
})

test('what is stored of a result makes it done, and the rest is told', async () => {
  const page = Buffer.from('<!doctype html><title>No</title>')
  const { state, error, outputs } = await collect({ bytes: page }, { bytes: await whole })
  expect({ state, code: error?.code }).toEqual({ state: 'done', code: 'mediaUnusable' })
  expect(outputs).toHaveLength(1)
})

test('of a cut picture none is made that keeps the rest: it would look whole', async () => {
  const folder = temporaryFolder()
  const store = (bytes: Uint8Array) => {
    const id = createHash('sha256').update(bytes).digest('hex')
    mkdirSync(join(folder, 'files'), { recursive: true })
    writeFileSync(join(folder, 'files', id), bytes)
    return { id, name: 'file', mediaType: 'image/png', sizeBytes: bytes.length, outputId: null }
  }
  const server = await startFakeSdApi(halfOf(await whole))
  onTestFinished(server.close)
  const service = createSdApi({ address: server.origin, fetch: createTransport() })
  const [model] = await service.models(new AbortController().signal, true)
  const media = openTestMedia({ providers: [service], folder })
  const { id } = await media.create(
    { prompt: 'x', image: [store(await noise(2))], mask: [store(await softMask())] },
    { providerId: service.id, modelId: model!.modelId },
  )
  const { state, error } = await media.until(id, ...finalMediaStates)
  expect({ state, code: error?.code }).toEqual({ state: 'done', code: 'mediaCut' })
  expect(media.outputs(id).map((row) => [row['ordinal'], row['cut']])).toEqual([[0, 1]])
})
