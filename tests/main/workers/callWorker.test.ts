import { expect, onTestFinished, test } from 'vitest'
import { callWorker } from '../../../src/main/workers/callWorker.ts'
import type { fragile } from './fragile.ts'

function openFragile() {
  const logged: unknown[][] = []
  const worker = callWorker<{ fragile: typeof fragile }>(['fragile'], {
    entry: new URL('./fragileWorker.ts', import.meta.url),
    workerData: undefined,
    log: (...given) => logged.push(given),
  })
  onTestFinished(() => worker.close())
  return { ...worker, fragile: worker.services.fragile, logged }
}

test('a call returns what the method returns', async () => {
  const { fragile: calls } = openFragile()
  expect(await Promise.all([1, 2, 3].map((value) => calls.double(value)))).toEqual([2, 4, 6])
})

test('when the thread dies its calls fail, and the next call starts it again', async () => {
  const { fragile: calls, logged } = openFragile()
  const dying = calls.die()
  const waiting = calls.waitFor(new AbortController().signal)
  await expect(dying).rejects.toMatchObject({ code: 'internal' })
  await expect(waiting).rejects.toMatchObject({ code: 'internal' })
  expect(logged).toHaveLength(1)
  expect(await calls.double(4)).toBe(8)
})

test('an unforeseen error is internal for the caller, and whole in the log', async () => {
  const { fragile: calls, logged } = openFragile()
  await expect(calls.fail()).rejects.toMatchObject({ code: 'internal' })
  expect(String(logged[0]?.[1])).toContain('An unforeseen case')
  expect(await calls.double(1)).toBe(2)
})

test('an argument that can not be cloned fails its own call', async () => {
  const { fragile: calls } = openFragile()
  const uncloneable = (() => undefined) as unknown as number
  await expect(calls.double(uncloneable)).rejects.toThrow(/clone/)
  expect(await calls.double(1)).toBe(2)
})

test('closing ends the calls that run', async () => {
  const { fragile: calls, close } = openFragile()
  const waiting = calls.waitFor(new AbortController().signal)
  const ended = expect(waiting).resolves.toBe('heard')
  await calls.double(1)
  await close()
  await ended
  await expect(calls.double(1)).rejects.toMatchObject({ code: 'aborted' })
})
