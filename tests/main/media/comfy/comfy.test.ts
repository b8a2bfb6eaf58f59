import { expect, onTestFinished, test } from 'vitest'
import { createComfyService } from '../../../../src/main/media/comfy/comfyService.ts'
import type { WorkflowGraph } from '../../../../src/main/media/comfy/workflowGraph.ts'
import { decodePng } from '../../../fakes/pngPixels.ts'
import { showPreview } from '../../../../src/main/media/jobs/showPreview.ts'
import { sumPrices } from '../../../../src/main/media/jobs/spent.ts'
import type { FormValues } from '../../../../src/shared/media/mediaForm.ts'
import { startFakeComfy, type FakeComfyOptions } from '../../../fakes/fakeComfy.ts'
import { describedFrame, pictureFrame } from '../../../fakes/comfyFrames.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { smallPictures } from '../../../fakes/smallPictures.ts'
import { noise, softMask } from '../../pictures/pixels/testPictures.ts'
import { openTestMedia, type TestMedia, type TestMediaOptions } from '../testMedia.ts'
import { inpainting, plain } from './testWorkflow.ts'

const picture = flatPng(8, 8, [9, 9, 9, 255])

interface Asked extends FakeComfyOptions {
  graph?: WorkflowGraph
  paints?: Uint8Array
}

/** Opens media with one workflow, for a fake server. */
async function open({ graph = plain(), paints, ...options }: Asked = {}) {
  const server = await startFakeComfy(paints ?? (await picture), options)
  onTestFinished(server.close)
  let time = Date.now()
  const start = (given: Partial<TestMediaOptions> = {}): TestMedia => {
    const media: TestMedia = openTestMedia({
      providers: [
        createComfyService({
          workflows: () => media.media.workflows,
          preview(handleId, { mediaType, bytes }) {
            const shown = { providerId: 'comfyui', handleId, mediaType, bytes }
            showPreview(media.media.context, shown)
          },
          pause: () => new Promise(setImmediate),
        }),
      ],
      // A pause takes no time, and the clock knows of it.
      now: () => time,
      delay: (milliseconds) => {
        time += Math.ceil(milliseconds)
        return new Promise(setImmediate)
      },
      ...given,
    })
    return media
  }
  let media = start()
  const added = media.media.workflows.add({
    name: 'Painter',
    text: JSON.stringify(graph),
    address: server.origin,
  })
  const modelId = 'id' in added ? added.id : ''
  return {
    server,
    media: () => media,
    modelId,
    /** Stores a file of the user. */
    async store(bytes: Uint8Array) {
      const file = await media.blobs.create()
      await file.append(bytes)
      const { id } = await file.finish()
      return { id, name: 'a.png', mediaType: 'image/png', sizeBytes: 9, outputId: null }
    },
    create: (values: FormValues, id: string = crypto.randomUUID()) =>
      media.create(values, { id, providerId: 'comfyui', modelId }),
    /** Opens the folder again, as the next start does. */
    reopen(given?: Partial<TestMediaOptions>) {
      media.crash()
      return (media = start({ folder: media.folder, ...given }))
    },
  }
}

test('a workflow paints with the values of its form, and its picture is kept', async () => {
  const { server, create, media, modelId } = await open()
  const [model] = await media()
    .media.context.services.models(false)
    .then((list) => list.models)
  expect(model).toMatchObject({ modelId, name: 'Painter', resumable: true, local: true })
  const { id } = await create({ prompt: 'A fox', size: '768x512', seed: 7 })
  const job = await media().until(id, 'done', 'failed')
  expect(job).toMatchObject({ state: 'done', seed: 7, price: { amount: 0 } })
  // The preview is none of the results.
  expect(media().outputs(id)).toMatchObject([{ width: 8, height: 8, seed: 7 }])
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]?.graph['6']?.inputs['text']).toBe('A fox')
  expect(server.taken[0]?.graph['5']?.inputs).toMatchObject({ width: 768, height: 512 })
  expect(job.requestId).toBe(server.taken[0]?.id)
})

test('the server’s limits and choices are those of the form', async () => {
  const { media, modelId, server } = await open()
  const { workflows } = media().media
  const { marks, ...rest } = workflows.read(modelId)
  const more = { node: '4', input: 'ckpt_name', role: 'setting' } as const
  workflows.change({ ...rest, marks: [...marks, more, { ...more, node: 'none' }] })
  expect(workflows.read(modelId).marks).toContainEqual(more)
  expect(workflows.read(modelId).marks).not.toContainEqual({ ...more, node: 'none' })
  const model = { providerId: 'comfyui', modelId }
  const { fields } = await media().media.handlers.form(model, { windowId: 1 })
  const field = (name: string) => fields.find((each) => each.name === name)
  expect(field('3.steps')).toMatchObject({ integer: true, minimum: 1, maximum: 10_000 })
  expect(field('4.ckpt_name')).toMatchObject({
    options: [{ value: 'a.safetensors' }, { value: 'b.safetensors' }],
  })
  expect(field('size')).toMatchObject({ custom: { maximum: 4096 }, default: '512x768' })
  // Without the server the form is there too.
  await server.close()
  expect((await media().media.handlers.form(model, { windowId: 1 })).fields).toHaveLength(
    fields.length,
  )
})

test.each([true, false])(
  'a prompt whose answer is lost by a kill is found again (takes ids: %s)',
  async (takesIds) => {
    const opened = await open({ takesIds, finishes: false })
    opened.server.faults.push('held')
    const { id } = await opened.create({ prompt: 'A fox' })
    while (opened.server.taken.length === 0) await new Promise(setImmediate)
    const media = opened.reopen()
    await media.until(id, 'running', 'queued')
    opened.server.finish()
    expect(await media.until(id, 'done', 'failed', 'unknown')).toMatchObject({ state: 'done' })
    expect(opened.server.taken).toHaveLength(1)
    expect(media.outputs(id)).toHaveLength(1)
  },
)

test('a prompt that has ended while Parley was closed is found in the history', async () => {
  const opened = await open({ takesIds: false, finishes: false })
  opened.server.faults.push('lost')
  const { id } = await opened.create({ prompt: 'A fox' })
  while (opened.server.taken.length === 0) await new Promise(setImmediate)
  opened.server.finish()
  expect(await opened.media().until(id, 'done', 'unknown')).toMatchObject({ state: 'done' })
  expect(opened.server.taken).toHaveLength(1)
})

test('a prompt that never arrived is not sent again without the user', async () => {
  const opened = await open()
  opened.server.faults.push('dropped')
  const { id } = await opened.create({ prompt: 'A fox' })
  expect(await opened.media().until(id, 'done', 'unknown')).toMatchObject({ state: 'unknown' })
  expect(opened.server.taken).toHaveLength(0)
  opened.media().jobs.submitAgain(id)
  expect(await opened.media().until(id, 'done', 'failed')).toMatchObject({ state: 'done' })
  expect(opened.server.taken).toHaveLength(1)
})

test('a waiting prompt leaves the queue, and a running one of somebody else goes on', async () => {
  const opened = await open({ finishes: false })
  const [first, second] = [
    await opened.create({ prompt: '1' }),
    await opened.create({ prompt: '2' }),
  ]
  const media = opened.media()
  await media.until(first.id, 'running')
  await media.until(second.id, 'queued')
  while (media.media.context.states.read(second.id).position !== 1) {
    await new Promise(setImmediate)
  }
  expect(await media.jobs.cancel(second.id)).toMatchObject({ state: 'cancelled' })
  expect(opened.server.interrupts).toEqual([])
  opened.server.finish()
  expect(await media.until(first.id, 'done')).toMatchObject({ state: 'done' })
  expect(media.outputs(second.id)).toEqual([])
})

test('the running prompt is stopped, by its id', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  await opened.media().until(id, 'running')
  expect(await opened.media().jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  expect(opened.server.interrupts).toEqual([{ prompt_id: opened.server.taken[0]?.id }])
  // A stopped job was free too.
  expect(sumPrices(opened.media().database, 0)).toMatchObject({ jobs: 1, unpriced: 0 })
})

test('a failed node is named with what it says', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  await opened.media().until(id, 'running')
  opened.server.finish('error')
  expect(await opened.media().until(id, 'done', 'failed')).toMatchObject({
    state: 'failed',
    error: { code: 'unprocessable', details: { answer: 'KSampler: The sampler broke' } },
  })
})

test('a picture that was stored before a node failed is kept, and the failure said', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  await opened.media().until(id, 'running')
  opened.server.finish('errorAfterPicture')
  expect(await opened.media().until(id, 'done', 'failed')).toMatchObject({
    state: 'done',
    error: { code: 'unprocessable', details: { answer: 'KSampler: The sampler broke' } },
  })
  expect(opened.media().outputs(id)).toHaveLength(1)
})

test('what the server refuses is told at its field', async () => {
  const opened = await open()
  const error = (input_name: string, details: string) => ({
    ...{ type: 'value_not_in_list', message: 'Value not in list', details },
    extra_info: { input_name },
  })
  opened.server.refuse({
    error: {
      type: 'prompt_outputs_failed_validation',
      message: 'Prompt outputs failed',
      details: '',
    },
    node_errors: {
      3: { class_type: 'KSampler', errors: [error('steps', 'steps: 0')], dependent_outputs: ['9'] },
      4: { class_type: 'CheckpointLoaderSimple', errors: [error('ckpt_name', "'x' not in []")] },
    },
  })
  const { id } = await opened.create({ prompt: 'x' })
  expect(await opened.media().until(id, 'done', 'failed')).toMatchObject({
    state: 'failed',
    fieldErrors: [
      { name: '3.steps', reason: 'service', message: 'Value not in list: steps: 0' },
      {
        name: '',
        message: "CheckpointLoaderSimple: Value not in list: 'x' not in []",
      },
    ],
  })
  expect(opened.server.taken).toEqual([])
})

test('a result whose file was moved away has expired', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  await opened.media().until(id, 'running')
  opened.server.moveFiles()
  opened.server.finish()
  expect(await opened.media().until(id, 'done', 'failed')).toMatchObject({
    state: 'failed',
    error: { code: 'mediaExpired' },
  })
})

const sameValues = { prompt: 'A fox', seed: 7 }

test.each(['its history', 'Parley’s own earlier job', 'neither'])(
  'what the server takes from its cache is shown from %s, and said',
  async (source) => {
    const opened = await open()
    const media = opened.media()
    const { id: earlier } = await opened.create(sameValues)
    await media.until(earlier, 'done')
    const [first] = media.outputs(earlier)
    if (source !== 'its history') opened.server.clearHistory()
    if (source === 'neither') {
      await media.media.handlers.remove({ ids: [String(first?.['id'])] }, { windowId: 1 })
    }
    opened.server.cache()
    const { id } = await opened.create(sameValues)
    const job = await media.until(id, 'done', 'failed')
    if (source === 'neither') {
      expect(job).toMatchObject({ state: 'failed', error: { code: 'mediaOnlyAtService' } })
      return expect(media.outputs(id)).toEqual([])
    }
    expect(job).toMatchObject({
      state: 'done',
      error: { code: 'mediaAlreadyMade', details: { provider: 'ComfyUI' } },
    })
    expect(media.outputs(id)).toMatchObject([{ file_id: first?.['file_id'], seed: 7, ordinal: 0 }])
  },
)

test('another seed is no result from the cache of this one', async () => {
  const opened = await open()
  const media = opened.media()
  await media.until((await opened.create(sameValues)).id, 'done')
  opened.server.cache()
  const { id } = await opened.create({ ...sameValues, seed: 8 })
  expect(await media.until(id, 'done', 'failed')).toMatchObject({
    error: { code: 'mediaOnlyAtService' },
  })
})

test('a server that has forgotten its queue has lost the job, and it is not sent again', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  await opened.media().until(id, 'running')
  opened.server.restart()
  expect(await opened.media().until(id, 'done', 'lost')).toMatchObject({ state: 'lost' })
  expect(opened.server.taken).toHaveLength(1)
})

test('a job waits for a server that is stopped, and can be cancelled meanwhile', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  const media = opened.media()
  await media.until(id, 'running')
  await opened.server.close()
  while (media.media.context.states.read(id).error?.code !== 'serverNotRunning') {
    await new Promise(setImmediate)
  }
  expect(await media.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
})

test('nothing is sent to a server that does not run', async () => {
  const opened = await open()
  await opened.server.close()
  const { id } = await opened.create({ prompt: 'x' })
  expect(await opened.media().until(id, 'failed', 'unknown')).toMatchObject({
    state: 'failed',
    error: { code: 'serverNotRunning' },
  })
})

test('what is painted is shown until the end, also after a restart, and stored nowhere', async () => {
  const opened = await open({ finishes: false })
  const { id } = await opened.create({ prompt: 'x' })
  await opened.media().until(id, 'running')
  expect(opened.server.requests.find(({ path }) => path === '/prompt')?.body).toMatchObject({
    extra_data: { preview_method: 'auto' },
  })
  const jpeg = smallPictures['image/jpeg'] ?? Buffer.alloc(0)
  opened.server.show(pictureFrame(jpeg))
  while (opened.media().previews.length === 0) await new Promise(setImmediate)
  const [shown] = opened.media().previews
  expect(shown).toMatchObject({ jobId: id, ordinal: 0, mediaType: 'image/jpeg' })
  expect(Buffer.from(shown!.bytes).equals(jpeg)).toBe(true)
  const media = opened.reopen()
  const promptId = opened.server.taken[0]?.id ?? ''
  opened.server.show(describedFrame(await picture, 'another'))
  opened.server.show(describedFrame(await picture, promptId))
  while (media.previews.length === 0) await new Promise(setImmediate)
  expect(media.previews[0]).toMatchObject({ jobId: id, mediaType: 'image/png' })
  opened.server.finish()
  await media.until(id, 'done')
  const before = media.previews.length
  showPreview(media.media.context, {
    ...{ providerId: 'comfyui', handleId: promptId, mediaType: 'image/jpeg', bytes: jpeg },
  })
  expect(media.previews).toHaveLength(before)
  expect(media.outputs(id)).toHaveLength(1)
})

test('outside of the mask an edit keeps every pixel, also if Parley is closed meanwhile', async () => {
  const [original, mask, painted] = await Promise.all([noise(1), softMask(), noise(2)])
  const opened = await open({ graph: inpainting(), finishes: false, paints: painted })
  const inputs = await Promise.all([original, mask].map((bytes) => opened.store(bytes)))
  const [image, drawn] = inputs.map((input) => [input])
  const { id } = await opened.create({ prompt: 'x', image: image!, mask: drawn! })
  await opened.media().until(id, 'running')
  const media = opened.reopen()
  opened.server.finish()
  expect(await media.until(id, 'done', 'failed')).toMatchObject({ state: 'done' })
  const files = media.outputs(id).map((row) => media.blobs.read(String(row['file_id'])))
  expect(files).toHaveLength(2)
  const [kept, result] = await Promise.all(files)
  expect(Buffer.from(result!).equals(painted)).toBe(true)
  const pictures = [original, mask, painted, kept!].map(decodePng)
  const [before, share, after, now] = (await Promise.all(pictures)).map(({ data }) => data)
  const far = { outside: 0, inside: 0 }
  for (const [at, value] of now!.entries()) {
    const white = share![at - (at % 4)]
    if (white === 0) far.outside += Math.abs(value - before![at]!)
    if (white === 255) far.inside += Math.abs(value - after![at]!)
  }
  expect(far).toEqual({ outside: 0, inside: 0 })
  // The server never hears of the switch.
  expect(JSON.stringify(opened.server.taken[0])).not.toContain('keep_rest')
})

test('the user may have the result alone', async () => {
  const [original, mask, painted] = await Promise.all([noise(1), softMask(), noise(2)])
  const opened = await open({ graph: inpainting(), paints: painted })
  const [image, drawn] = await Promise.all([original, mask].map((bytes) => opened.store(bytes)))
  const values = { prompt: 'x', image: [image!], mask: [drawn!], keep_rest: false }
  const { id } = await opened.create(values)
  expect(await opened.media().until(id, 'done', 'failed')).toMatchObject({ state: 'done' })
  expect(opened.media().outputs(id)).toHaveLength(1)
})

test('a picture goes up once by its bytes, with the mask as its transparency', async () => {
  const opened = await open({ graph: inpainting() })
  const media = opened.media()
  const input = await opened.store(await picture)
  const { id } = await opened.create({ prompt: 'x', image: [input], mask: [input] })
  expect(await media.until(id, 'done', 'failed')).toMatchObject({ state: 'done' })
  const { uploads, taken } = opened.server
  expect(uploads.map(({ path }) => path)).toEqual(['/upload/image', '/upload/mask'])
  expect(uploads.every(({ text }) => /name="overwrite"\r\n\r\ntrue/.test(text))).toBe(true)
  expect(uploads[1]?.text).toContain(`"filename":"parley-${input.id}.png"`)
  expect(taken[0]?.graph['10']?.inputs['image']).toBe(`parley-${input.id}-${input.id}.png`)
})
