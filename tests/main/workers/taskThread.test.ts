import { afterEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTaskThread } from '../../../src/main/workers/taskThread.ts'
import { keptTask } from './keptTask.ts'

const thread = createTaskThread(keptTask, {
  entry: new URL('keptWorker.ts', import.meta.url),
  megabytes: 64,
  renewMegabytes: 35,
  idleMilliseconds: 60_000,
})
const limits = { milliseconds: 30_000, megabytes: 64, answerBytes: 1000 }

type Wish = z.input<typeof keptTask.input>['wish']

async function run(wish: Wish, signal?: AbortSignal, milliseconds = 30_000): Promise<number> {
  const options = { limits: { ...limits, milliseconds }, subject: 'notes.md' }
  return (await thread.run({ wish }, signal ? { ...options, signal } : options)).tasks
}

const failure = (code: string): unknown => expect.objectContaining({ name: 'AppError', code })

afterEach(() => thread.close())

test('one thread does one task after the other', async () => {
  const tasks = await Promise.all([run('count'), run('count'), run('count')])
  expect(tasks.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
})

test('an error of the task leaves the thread', async () => {
  await run('count')
  await expect(run('fail')).rejects.toThrow(failure('notSupported'))
  expect(await run('count')).toBe(3)
})

test('a thread that fails or takes too long is replaced', async () => {
  await run('count')
  await expect(run('exit')).rejects.toThrow(failure('unreadable'))
  expect(await run('count')).toBe(1)
  await expect(run('loop', undefined, 500)).rejects.toThrow(failure('tooHeavy'))
  expect(await run('count')).toBe(1)
})

test('a thread that has grown is replaced', async () => {
  expect(await run('grow')).toBe(1)
  expect(await run('count')).toBe(1)
})

test('a signal ends a task, and the tasks that wait go on', async () => {
  const controller = new AbortController()
  const stopped = run('loop', controller.signal)
  const next = run('count')
  const never = run('count', AbortSignal.abort())
  controller.abort()
  await expect(stopped).rejects.toThrow(failure('aborted'))
  await expect(never).rejects.toThrow(failure('aborted'))
  expect(await next).toBe(1)
})

test('a closed thread starts again with the next task', async () => {
  await run('count')
  await thread.close()
  expect(await run('count')).toBe(1)
})
