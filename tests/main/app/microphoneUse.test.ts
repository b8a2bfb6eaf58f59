import { expect, test } from 'vitest'
import { createMicrophoneUse } from '../../../src/main/app/microphoneUse.ts'

test('it is open from the first page that hears to the last, however often each says so', async () => {
  const told: boolean[] = []
  const microphone = createMicrophoneUse((isOpen) => told.push(isOpen))
  const pages = [new AbortController(), new AbortController()] as const
  const uses = pages.map(({ signal }) => microphone.use(signal)[Symbol.asyncIterator]())
  for (const use of uses) expect(await use.next()).toEqual({ done: false, value: {} })
  const ends = uses.map((use) => use.next())
  pages[0].abort()
  await ends[0]
  expect(microphone.isOpen()).toBe(true)
  pages[1].abort()
  await ends[1]
  expect(microphone.isOpen()).toBe(false)
  expect(told).toEqual([true, false])
})

test('a page that is gone at once, or leaves in the middle, hears nothing any more', async () => {
  const told: boolean[] = []
  const microphone = createMicrophoneUse((isOpen) => told.push(isOpen))
  for await (const _shown of microphone.use(AbortSignal.abort())) told.push(true)
  expect(told).toEqual([])
  for await (const _shown of microphone.use(new AbortController().signal)) break
  expect(told).toEqual([true, false])
})
