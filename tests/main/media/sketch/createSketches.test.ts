import { onTestFinished, expect, test } from 'vitest'
import type { SketchFrame } from '../../../../src/shared/media/sketch.ts'
import { fakePicture } from '../../../fakes/fakeFal.ts'
import type { RealtimePeer } from '../../../fakes/fakeFalRealtime.ts'
import { createVirtualTime } from '../../../fakes/virtualTime.ts'
import { openTestFal } from '../fal/testFal.ts'

const modelId = 'fal-ai/flux-2/klein/realtime'
const drawing = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const sketch = { drawing, prompt: 'a lighthouse', seed: 5, strength: null }

type Script = Parameters<typeof openTestFal>[0]

/** Opens a session, and reads its frames as the page does. */
async function openSession(script: Script = {}, priceAccepted = true) {
  const time = createVirtualTime()
  const { fal, media, reopen } = await openTestFal(script, { delay: time.delay })
  const { handlers } = media.media
  const id = crypto.randomUUID()
  const leaving = new AbortController()
  const frames: SketchFrame[] = []
  let notify = (): void => undefined
  const ended = (async () => {
    const request = { providerId: 'fal', modelId, id, priceAccepted }
    for await (const frame of handlers.sketch(request, leaving.signal, { windowId: 1 })) {
      frames.push(frame)
      notify()
    }
  })()
  ended.catch(() => undefined)
  onTestFinished(async () => {
    leaving.abort()
    await ended.catch(() => undefined)
  })
  const call = { windowId: 1 }
  return {
    ...{ fal, media, reopen, time, id, frames, ended, leaving, handlers },
    draw: (prompt = sketch.prompt): void =>
      void handlers.drawSketch({ id, ...sketch, prompt }, call),
    stop: async () => handlers.stopSketch({ id }, call),
    keep: async (number: number) => handlers.keepSketch({ id, number }, call),
    until: async (holds: (frame: SketchFrame) => boolean): Promise<SketchFrame> => {
      for (;;) {
        const frame = frames.find(holds)
        if (frame) return frame
        await Promise.race([ended, new Promise<void>((resolve) => (notify = resolve))])
      }
    },
  }
}

const isType = (type: SketchFrame['type']) => (frame: SketchFrame) => frame.type === type
/** The session is open: its first frame says that it waits. */
const isOpen = isType('state')

test('a drawing becomes a picture, and its input is what the model reads', async () => {
  const { fal, draw, until } = await openSession()
  await until(isOpen)
  draw()
  expect(await until(isType('picture'))).toEqual({
    ...{ type: 'picture', number: 1, mediaType: 'image/png' },
    bytes: new Uint8Array(fakePicture(1)),
  })
  expect(fal.realtime.inputs).toEqual([
    {
      ...{ prompt: 'a lighthouse', seed: 5, image_size: 'square', num_inference_steps: 3 },
      image_url: `data:image/jpeg;base64,${Buffer.from(drawing).toString('base64')}`,
    },
  ])
  expect(fal.realtime.tokens).toEqual([{ allowed_apps: ['flux-2'], token_expiration: 120 }])
})

test('after Stop no drawing reaches the service, and late pictures are dropped', async () => {
  const peers: RealtimePeer[] = []
  const { fal, frames, draw, stop, until } = await openSession({
    realtime: { answer: (peer) => void peers.push(peer) },
  })
  await until(isOpen)
  draw()
  while (peers.length < 1) await new Promise(setImmediate)
  draw('waits')
  const stopped = stop()
  peers[0]?.say({ images: [{ content: fakePicture(1) }] })
  await stopped
  expect(() => draw('late')).toThrow('ended')
  expect(await peers[0]?.closed).toBe(1000)
  expect(await until(isType('ended'))).toEqual({ type: 'ended', reason: 'stopped' })
  expect(fal.realtime.inputs).toHaveLength(1)
  expect(frames.some(isType('picture'))).toBe(false)
})

test('a session ends after two minutes without a drawing', async () => {
  const { time, draw, until, frames } = await openSession()
  await until(isOpen)
  await time.pass(119_999)
  draw()
  await until(isType('picture'))
  await time.pass(119_999)
  expect(frames.some(isType('ended'))).toBe(false)
  await time.pass(1)
  expect(await until(isType('ended'))).toEqual({ type: 'ended', reason: 'idle' })
})

test.each(['asleep', 'locked'] as const)('a computer that is %s ends it', async (reason) => {
  const { media, fal, draw, until } = await openSession()
  await until(isOpen)
  draw()
  await until(isType('picture'))
  await media.media.sketches.stopAll(reason)
  expect(await fal.realtime.peers[0]?.closed).toBe(1000)
  expect(await until(isType('ended'))).toEqual({ type: 'ended', reason })
})

test('a page that closes ends it', async () => {
  const { fal, leaving, draw, until, ended } = await openSession()
  await until(isOpen)
  draw()
  await until(isType('picture'))
  leaving.abort()
  await ended
  expect(await fal.realtime.peers[0]?.closed).toBe(1000)
})

test('a price that is unknown is asked about first', async () => {
  const { fal, ended, handlers } = await openSession({ unit: 'units' }, false)
  await expect(ended).rejects.toMatchObject({ code: 'priceTooHigh' })
  const model = { providerId: 'fal', modelId }
  expect(await handlers.sketchPrice(model, { windowId: 1 })).toEqual({ price: null })
  expect(fal.realtime.tokens).toEqual([])
})

test.each([
  ['image', { amount: 0.05, unit: 'image' }],
  ['compute seconds', { amount: 0.05, unit: 'second' }],
  ['megapixels', { amount: 0.05 * 0.704 ** 2, unit: 'image' }],
])('a price in %s is told', async (unit, price) => {
  const { handlers } = await openSession({ unit })
  const told = await handlers.sketchPrice({ providerId: 'fal', modelId }, { windowId: 1 })
  expect(told.price?.unit).toBe(price.unit)
  expect(told.price?.amount).toBeCloseTo(price.amount, 10)
})

test('a session counts among what the month has cost, with all its pictures', async () => {
  const { time, draw, stop, until, handlers } = await openSession()
  await until(isOpen)
  for (const number of [1, 2]) {
    draw(String(number))
    await until((frame) => frame.type === 'picture' && frame.number === number)
    await time.pass(128)
  }
  await stop()
  expect(await handlers.spent({}, { windowId: 1 })).toEqual({
    ...{ prices: [{ amount: 0.1, currency: 'USD' }], unpriced: 0, jobs: 1 },
  })
})

test('a session that the end of Parley closes has its cost, too', async () => {
  const { draw, until, media, reopen } = await openSession()
  await until(isOpen)
  draw()
  await until(isType('picture'))
  media.media.close()
  expect(await reopen().media.handlers.spent({}, { windowId: 1 })).toMatchObject({
    ...{ prices: [{ amount: 0.05, currency: 'USD' }], unpriced: 0 },
  })
})

test('a picture that is kept is in the gallery with its settings and its drawing', async () => {
  const { draw, stop, keep, until, handlers, media } = await openSession()
  await until(isOpen)
  draw('the kept one')
  await until(isType('picture'))
  await stop()
  const call = { windowId: 1 }
  const { outputId } = await keep(1)
  const { output, job } = await handlers.output({ id: outputId }, call)
  expect(output).toMatchObject({ prompt: 'the kept one', seed: 7, modelId, kind: 'image' })
  const stored = await media.blobs.read(output.fileId)
  expect(Buffer.from(stored).equals(fakePicture(1))).toBe(true)
  expect(job.values).toMatchObject({ prompt: 'the kept one', seed: 5 })
  const [input] = job.values['image_url'] as { id: string }[]
  expect(new Uint8Array(await media.blobs.read(input?.id ?? ''))).toEqual(drawing)
  // The session has paid for it already.
  expect(await handlers.spent({}, call)).toMatchObject({ jobs: 1 })
  await expect(keep(9)).rejects.toMatchObject({ code: 'mediaMissing' })
})

test('a flagged picture is not shown, and counts', async () => {
  const { draw, until, frames, keep } = await openSession({
    realtime: {
      answer: (peer) =>
        peer.say({ images: [{ content: fakePicture(1) }], has_nsfw_concepts: [true] }),
    },
  })
  await until(isOpen)
  draw()
  expect(await until(isType('flagged'))).toEqual({ type: 'flagged', number: 1 })
  expect(frames.some(isType('picture'))).toBe(false)
  await expect(keep(1)).rejects.toMatchObject({ code: 'mediaMissing' })
})

test('an answer without a picture is told, and counts', async () => {
  const { draw, stop, until, handlers } = await openSession({
    realtime: { answer: (peer) => peer.say({ images: [{ url: 'https://v3.fal.media/a.png' }] }) },
  })
  await until(isOpen)
  draw()
  expect(await until(isType('problem'))).toMatchObject({ error: { code: 'mediaUnusable' } })
  await stop()
  expect(await handlers.spent({}, { windowId: 1 })).toMatchObject({
    prices: [{ amount: 0.05, currency: 'USD' }],
  })
})

test('a picture within a text of JSON is read', async () => {
  const content = fakePicture(3)
  const url = `data:image/png;base64,${content.toString('base64')}`
  const { draw, until } = await openSession({
    realtime: { answer: (peer) => peer.say({ images: [{ url }] }, 'text') },
  })
  await until(isOpen)
  draw()
  expect(await until(isType('picture'))).toMatchObject({ bytes: new Uint8Array(content) })
})
