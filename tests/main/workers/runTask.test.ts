import { expect, test } from 'vitest'
import type { TaskLimits } from '../../../src/main/workers/readAnswer.ts'
import { runTask } from '../../../src/main/workers/runTask.ts'
import { hostileTask, type attacks } from './hostileTask.ts'

const entry = new URL('hostileWorker.ts', import.meta.url)
const generous: TaskLimits = { milliseconds: 30_000, megabytes: 64, answerBytes: 1_000_000 }

function run(
  attack: (typeof attacks)[number],
  limits: Partial<TaskLimits> = {},
  signal?: AbortSignal,
): Promise<{ text: string }> {
  return runTask(
    entry,
    hostileTask,
    { attack, text: 'said' },
    {
      limits: { ...generous, ...limits },
      subject: 'notes.pdf',
      ...(signal && { signal }),
    },
  )
}

function failure(code: string, details: object = { subject: 'notes.pdf' }): unknown {
  const some: unknown = expect.objectContaining(details)
  return expect.objectContaining({ name: 'AppError', code, details: some })
}

test('a task is done in a thread of its own', async () => {
  expect(await run('none')).toEqual({ text: 'SAID' })
})

test.each(['loop', 'regex'] as const)('%s is ended when its time is over', async (attack) => {
  await expect(run(attack, { milliseconds: 500 })).rejects.toThrow(failure('tooHeavy'))
})

test.each(['objects', 'buffers'] as const)(
  '%s without end meet the bound of memory',
  async (attack) => {
    await expect(run(attack)).rejects.toThrow(failure('tooHeavy'))
  },
)

test.each(['stack', 'throw', 'throwLater', 'exit', 'silence', 'wrongAnswer'] as const)(
  '%s is a file that can not be read, and nothing else',
  async (attack) => {
    await expect(run(attack)).rejects.toThrow(failure('unreadable'))
  },
)

test('an answer is bounded, and an error of the task’s own arrives', async () => {
  await expect(run('longAnswer')).rejects.toThrow(failure('tooHeavy'))
  await expect(run('refuse')).rejects.toThrow(failure('notSupported', { provider: 'The parser' }))
})

test('a thread sees no environment, and what it prints stays in it', async () => {
  expect(await run('environment')).toEqual({ text: '{}' })
  expect(await run('flood')).toEqual({ text: 'said' })
})

test('main goes on meanwhile', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 5)
  await run('loop', { milliseconds: 500 }).catch(() => undefined)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test('a signal ends a task that runs, and one that waits for a thread', async () => {
  const controllers = Array.from({ length: 3 }, () => new AbortController())
  const runs = controllers.map(({ signal }) => run('loop', {}, signal))
  controllers[2]?.abort()
  await expect(runs[2]).rejects.toThrow(failure('aborted', {}))
  controllers[0]?.abort()
  await expect(runs[0]).rejects.toThrow(failure('aborted'))
  // Its thread is free for another.
  expect(await run('none')).toEqual({ text: 'SAID' })
  controllers[1]?.abort()
  await expect(runs[1]).rejects.toThrow(failure('aborted'))
})
