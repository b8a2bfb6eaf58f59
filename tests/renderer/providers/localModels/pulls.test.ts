import { beforeEach, expect, test } from 'vitest'
import { createClient } from '../../../../src/renderer/core/bridge.ts'
import { store } from '../../../../src/renderer/core/store.ts'
import {
  cancelPull,
  forgetEndedPull,
  pullsAtom,
  startPull,
} from '../../../../src/renderer/providers/localModels/pulls.ts'
import type { StreamMessage } from '../../../../src/shared/ipc/wire.ts'

const model = { providerId: 'ollama', modelId: 'llama3.2:3b' }

/** The streams that were opened, each driven by the test. */
let streams: { send: (message: StreamMessage) => void; closed: boolean }[] = []

const api = createClient(() => ({
  call: () => Promise.resolve({ ok: true, value: {} }),
  on: () => () => undefined,
  stream: (_name, _input, listener) => {
    const stream = { send: listener, closed: false }
    streams.push(stream)
    return () => {
      stream.closed = true
    }
  },
}))

const pull = () => store.get(pullsAtom)['ollama']
const settle = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  cancelPull('ollama')
  streams = []
})

test('a pull tells how far it is, and is done when the stream ends', async () => {
  const over = startPull(api, model)
  await settle()
  expect(pull()).toMatchObject({ modelId: 'llama3.2:3b', state: 'running' })
  streams[0]?.send({
    type: 'frames',
    frames: [{ status: 'pulling', doneBytes: 5, totalBytes: 10 }],
  })
  await settle()
  expect(pull()?.progress).toEqual({ status: 'pulling', doneBytes: 5, totalBytes: 10 })
  streams[0]?.send({ type: 'end' })
  await over
  expect(pull()?.state).toBe('done')
  forgetEndedPull('ollama')
  expect(pull()).toBeUndefined()
})

test('there is one at a time for a server, and what is under way is not forgotten', async () => {
  const over = startPull(api, model)
  await startPull(api, { ...model, modelId: 'another' })
  forgetEndedPull('ollama')
  await settle()
  expect(streams).toHaveLength(1)
  expect(pull()?.modelId).toBe('llama3.2:3b')
  cancelPull('ollama')
  await over
})

test('cancelling closes the stream, and a new one is not touched by the old', async () => {
  const over = startPull(api, model)
  await settle()
  cancelPull('ollama')
  const next = startPull(api, { ...model, modelId: 'another' })
  await over
  expect(streams[0]?.closed).toBe(true)
  expect(pull()).toMatchObject({ modelId: 'another', state: 'running' })
  cancelPull('ollama')
  await next
  expect(pull()).toBeUndefined()
})

test('a failure is kept, and the same can be tried again', async () => {
  const over = startPull(api, model)
  await settle()
  streams[0]?.send({ type: 'error', error: { code: 'modelNotFound', message: 'no such model' } })
  await over
  expect(pull()).toMatchObject({ state: 'failed', failure: { error: { code: 'modelNotFound' } } })
  const again = startPull(api, model)
  await settle()
  expect(pull()).toMatchObject({ state: 'running', failure: undefined })
  streams[1]?.send({ type: 'end' })
  await again
  expect(pull()?.state).toBe('done')
})
