import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/renderer/core/bridge.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { Bridge, Reply, StreamMessage } from '../../../src/shared/ipc/wire.ts'

interface FakeMain {
  bridge: Bridge
  calls: { name: string; input: unknown }[]
  /** Sends to the one open stream. */
  send: (message: StreamMessage) => void
  emit: (name: string, payload: unknown) => void
  streams: { opened: number; closed: Promise<void> }
}

/** Returns a bridge whose streams cross a real message port, as in the app. */
function createFakeMain(
  answer: (name: string) => Reply = () => ({ ok: true, value: {} }),
): FakeMain {
  const calls: FakeMain['calls'] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  const streams = { opened: 0, closed }
  let send = (_message: StreamMessage): void => {
    throw new Error('No stream is open')
  }
  const bridge: Bridge = {
    call: async (name, input) => {
      calls.push({ name, input })
      return answer(name)
    },
    stream: (name, input, listener) => {
      calls.push({ name, input })
      streams.opened += 1
      const { port1, port2 } = new MessageChannel()
      port2.on('message', (message: StreamMessage) => listener(message))
      port1.on('close', onClosed)
      send = (message) => port1.postMessage(message)
      return () => port2.close()
    },
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => set.delete(listener)
    },
  }
  return {
    bridge,
    calls,
    streams,
    send: (message) => send(message),
    emit: (name, payload) => listeners.get(name)?.forEach((listener) => listener(payload)),
  }
}

async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const continued = { kind: 'continue', messageId: 'm' } as const
const text = (value: string) => ({ type: 'text' as const, text: value })

test('a call gives the value of the envelope', async () => {
  const main = createFakeMain(() => ({ ok: true, value: { keychainAvailable: false } }))
  const api = createClient(() => main.bridge)
  expect(await api.secrets.status({})).toEqual({ keychainAvailable: false })
  expect(main.calls).toEqual([{ name: 'secrets.status', input: {} }])
})

test('a refused call throws the AppError that main made', async () => {
  const error = {
    code: 'rateLimited',
    message: 'slow down',
    details: { retryAfterSeconds: 7 },
  } as const
  const main = createFakeMain(() => ({ ok: false, error }))
  const failure = await createClient(() => main.bridge)
    .providers.check({ id: 'p' })
    .catch((reason: unknown) => reason)
  expect(failure).toBeInstanceOf(AppError)
  expect(failure).toMatchObject(error)
})

test('an event is heard until its subscription ends', () => {
  const main = createFakeMain()
  const heard: string[] = []
  const off = createClient(() => main.bridge).app.commandChosen(({ id }) => heard.push(id))
  main.emit('app.commandChosen', { id: 'newChat' })
  off()
  main.emit('app.commandChosen', { id: 'openSettings' })
  expect(heard).toEqual(['newChat'])
})

test('a stream gives every frame in order, and then ends', async () => {
  const main = createFakeMain()
  const frames = createClient(() => main.bridge).chat.reply(continued)
  const reading = readAll(frames)
  main.send({ type: 'frames', frames: [text('a'), text('b')] })
  main.send({ type: 'frames', frames: [] })
  main.send({ type: 'frames', frames: [text('c')] })
  main.send({ type: 'end' })
  expect(await reading).toEqual([text('a'), text('b'), text('c')])
  await main.streams.closed
})

test('a stream opens only once it is read', async () => {
  const main = createFakeMain()
  const frames = createClient(() => main.bridge).chat.reply(continued)
  expect(main.streams.opened).toBe(0)
  const reading = readAll(frames)
  expect(main.streams.opened).toBe(1)
  main.send({ type: 'end' })
  await reading
})

test('a stream that main breaks off throws after all that had arrived', async () => {
  const main = createFakeMain()
  const got: unknown[] = []
  const reading = (async () => {
    for await (const frame of createClient(() => main.bridge).chat.reply(continued)) got.push(frame)
  })()
  main.send({ type: 'frames', frames: [text('a')] })
  main.send({ type: 'error', error: { code: 'internal', message: 'broke' } })
  await expect(reading).rejects.toMatchObject({ code: 'internal', message: 'broke' })
  expect(got).toEqual([text('a')])
  await main.streams.closed
})

test('leaving the loop closes the port', async () => {
  const main = createFakeMain()
  const reading = (async () => {
    for await (const frame of createClient(() => main.bridge).chat.reply(continued)) return frame
    return undefined
  })()
  main.send({ type: 'frames', frames: [text('a'), text('b')] })
  expect(await reading).toEqual(text('a'))
  await main.streams.closed
})

test('a fired signal ends a waiting stream with aborted, and closes the port', async () => {
  const main = createFakeMain()
  const controller = new AbortController()
  const reading = readAll(createClient(() => main.bridge).chat.reply(continued, controller.signal))
  controller.abort()
  await expect(reading).rejects.toMatchObject({ code: 'aborted' })
  await main.streams.closed
})

test('a signal that has fired before opens nothing', async () => {
  const main = createFakeMain()
  const frames = createClient(() => main.bridge).chat.reply(continued, AbortSignal.abort())
  await expect(readAll(frames)).rejects.toMatchObject({ code: 'aborted' })
  expect(main.streams.opened).toBe(0)
})
