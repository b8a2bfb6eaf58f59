import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelManagement } from '../../../../../src/main/providers/provider.ts'
import { pullProgressSchema } from '../../../../../src/shared/providers.ts'
import type { PullProgress } from '../../../../../src/shared/providers.ts'
import { startFakeOllama } from '../../../../fakes/fakeOllama.ts'
import type { FakeOllama } from '../../../../fakes/fakeOllama.ts'
import { startFakeServer } from '../../../../fakes/fakeServer.ts'
import type { FakeServer } from '../../../../fakes/fakeServer.ts'
import { never, openLocal } from '../openLocal.ts'

let fake: FakeOllama
let others: FakeServer[] = []

beforeEach(async () => {
  fake = await startFakeOllama(0, { registry: { 'new:1b': [1000, 20, 7] } })
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await Promise.all([fake, ...others].map((server) => server.close()))
  others = []
})

function manage(origin = fake.origin): ModelManagement {
  const { manage: management } = openLocal('ollama', origin)
  if (!management) throw new Error('Models are not managed')
  return management
}

async function pull(model: string, management = manage()): Promise<PullProgress[]> {
  const progress: PullProgress[] = []
  for await (const step of management.pull(model, never)) progress.push(step)
  for (const step of progress) expect(pullProgressSchema.parse(step)).toEqual(step)
  return progress
}

async function playPull(lines: string): Promise<ModelManagement> {
  const server = await startFakeServer((_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines)
  })
  others.push(server)
  return manage(server.origin)
}

describe('fetching a model', () => {
  test('tells how much of all layers has come', async () => {
    const progress = await pull('new:1b')
    const bytes = progress.map(({ doneBytes, totalBytes }) => [doneBytes, totalBytes])
    expect(bytes).toEqual([
      [undefined, undefined],
      [0, 1000],
      [500, 1000],
      [1000, 1000],
      [1000, 1020],
      [1010, 1020],
      [1020, 1020],
      [1020, 1027],
      [1023, 1027],
      [1027, 1027],
      [1027, 1027],
      [1027, 1027],
    ])
    expect(progress.at(-1)?.status).toBe('success')
    expect(fake.names()).toContain('new:1b')
  })

  test('is cancelled by the signal, which closes the connection', async () => {
    fake.holdUp(new Promise(() => undefined))
    const stop = new AbortController()
    const read = async () => {
      for await (const { doneBytes } of manage().pull('new:1b', stop.signal)) {
        if (doneBytes === 500) stop.abort()
      }
    }
    await expect(read()).rejects.toMatchObject({ code: 'aborted' })
    await fake.requests.at(-1)?.ended
    expect(fake.requests.at(-1)?.closedEarly).toBe(true)
    expect(fake.names()).not.toContain('new:1b')
  })

  test('ends with its reader', async () => {
    fake.holdUp(new Promise(() => undefined))
    for await (const { doneBytes } of manage().pull('new:1b', never)) if (doneBytes === 500) break
    await fake.requests.at(-1)?.ended
    expect(fake.requests.at(-1)?.closedEarly).toBe(true)
  })

  test('that nobody has is one that is not found', async () => {
    await expect(pull('nothing:1b')).rejects.toMatchObject({
      code: 'modelNotFound',
      details: { model: 'nothing:1b' },
    })
  })

  test.each([
    ['{"status":"pulling manifest"}\n{"status":"pulling 0', 'streamBroken'],
    ['{"status":"pulling manifest"}\n{"error":"no space left on device"}\n', 'serverError'],
    ['<html>Welcome', 'notAnApi'],
    ['', 'streamBroken'],
  ])('that ends with %j', async (lines, code) => {
    await expect(pull('new:1b', await playPull(lines))).rejects.toMatchObject({ code })
  })

  test('keeps counts that are none out of the sum', async () => {
    const layer = { status: 'pulling', digest: 'a', total: 10 }
    const lines = [
      { ...layer, completed: 99 },
      { status: 'pulling', digest: 'b', total: -5, completed: 'x' },
      { status: 7, digest: { a: 1 }, total: 3 },
      { status: 'success' },
    ]
    const progress = await pull(
      'new:1b',
      await playPull(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    )
    expect(progress.map(({ doneBytes }) => doneBytes)).toEqual([10, 10, 10, 10])
  })
})

test('a model is deleted, and once it is gone that is said', async () => {
  await manage().remove('qwen3:4b', never)
  expect(fake.names()).not.toContain('qwen3:4b')
  await expect(manage().remove('qwen3:4b', never)).rejects.toMatchObject({ code: 'modelNotFound' })
})

test('a model is taken out of memory', async () => {
  fake.loaded.set('qwen3:4b', 4096)
  await manage().unload('qwen3:4b', never)
  expect([...fake.loaded]).toEqual([])
  await expect(manage().unload('gone:1b', never)).rejects.toMatchObject({ code: 'modelNotFound' })
})

test('what is not running manages nothing', async () => {
  const management = manage()
  await fake.close()
  for (const done of [management.remove('a', never), management.unload('a', never), pull('a')]) {
    await expect(done).rejects.toMatchObject({ code: 'serverNotRunning' })
  }
})
